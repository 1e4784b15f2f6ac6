// The head of every page about one tournament: name, date, place, and tabs to its other pages.
import type { ComponentChildren } from 'preact';
import type { TournamentHeadFragment } from '../operations.generated.js';
import { clubAt, stageAt, tournamentAt } from './addresses.js';
import { daysOf } from './day.js';
import { Heading } from './document.js';
import { Joined } from './joined.js';
import { Link } from './link.js';
import { Status } from './tournament-card.js';
import { locationOf } from './words.js';

export const PARTICIPANTS = 'participants';
export const BATTLES = 'battles';
export const TEAMS = 'teams';

type FrameProps = { tournament: TournamentHeadFragment; here: string | null; children: ComponentChildren };

/** `here` is a stage id, `TEAMS`, `PARTICIPANTS` or `BATTLES`; null is the overview. */
export function TournamentFrame({ tournament, here, children }: FrameProps) {
  const { slug, name, status, organizer, stages, teamCount } = tournament;
  const tabs = [
    { key: null, path: tournamentAt(slug), name: 'Overview' },
    ...stages.map((stage) => ({ key: stage.stageId, path: stageAt(slug, stage.stageId), name: stage.name })),
    ...(teamCount > 0 ? [{ key: TEAMS, path: `${tournamentAt(slug)}/${TEAMS}`, name: 'Teams' }] : []),
    { key: PARTICIPANTS, path: `${tournamentAt(slug)}/${PARTICIPANTS}`, name: 'Players' },
    { key: BATTLES, path: `${tournamentAt(slug)}/${BATTLES}`, name: 'Battles' },
  ];
  return (
    <>
      <Heading
        above={[
          { path: '/tournaments', name: 'Tournaments' },
          ...(organizer ? [{ path: clubAt(organizer.slug), name: organizer.name }] : []),
        ]}
      >
        <bdi>{name}</bdi> <Status status={status} />
      </Heading>
      <p class="lead">
        <Joined parts={[daysOf(tournament), locationOf(tournament)]} by=" in " />
      </p>
      <nav class="tabs" aria-label={`Pages of ${name}`}>
        <ul>
          {tabs.map((tab) => (
            <li key={tab.path}>
              <Link to={tab.path} here={tab.key === here}>
                <bdi>{tab.name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}
