import { Fragment } from 'preact';
import { stageAt, tournamentAt } from '../components/addresses.js';
import { BattleList, Pairings } from '../components/battle-list.js';
import { BoardTables, rankedInWords } from '../components/board-table.js';
import { BracketTree } from '../components/bracket-tree.js';
import { daysInWords } from '../components/day.js';
import { REMOVED } from '../components/link.js';
import { ListsNote } from '../components/lists-note.js';
import { ProvenanceLine } from '../components/provenance.js';
import { RankSection } from '../components/rank-section.js';
import { scoredIn } from '../components/scored.js';
import { Onward, Section } from '../components/section.js';
import { TeamTable } from '../components/team-table.js';
import { TournamentFacts, WinningLists } from '../components/tournament-facts.js';
import { BATTLES, PARTICIPANTS, TEAMS, TournamentFrame } from '../components/tournament-frame.js';
import { locationOf, plural, wonBy } from '../components/words.js';
import type { TournamentPageQuery, TournamentPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';
import { FieldBars } from '../plots/field-bars.js';
import { sportsEvent } from './sports-event.js';

type Tournament = NonNullable<TournamentPageQuery['tournament']>;
type Stage = Tournament['stages'][number];

export const tournamentPage = page<TournamentPageQuery, TournamentPageQueryVariables>({
  path: '/tournaments/{slug}',
  operation: 'TournamentPage',
  live: true,
  variables: ({ parameters: { slug = '' } }) => ({ slug }),
  view({ tournament, running, latest }, _asked, { url }) {
    if (!tournament) return null;
    const { slug, stages, status } = tournament;
    const battlesPath = `${tournamentAt(slug)}/${BATTLES}`;
    const inRounds = stages.find(({ type, stageId }) => type === 'board' && stageId !== 'standings');
    const calendar = tournament.startDate === null ? null : `${tournamentAt(slug)}.ics`;
    const open = status === 'ongoing' ? (running?.nodes ?? []) : [];
    const names = Object.fromEntries(stages.map(({ stageId, name }) => [stageId, name]));
    return {
      title: tournament.name,
      description: inOneSentence(tournament),
      section: 'tournaments',
      about: sportsEvent(tournament, url),
      alternates: calendar === null ? [] : [{ type: 'text/calendar', title: tournament.name, path: calendar }],
      live: status === 'ongoing',
      main: (
        <TournamentFrame tournament={tournament} here={null}>
          <TournamentFacts tournament={tournament} />
          {tournament.description !== '' && <p class="prose">{tournament.description}</p>}
          {open.length > 0 && (
            <Section name="Being played">
              <Pairings battles={open} absent={absentOf(tournament)} stages={names} />
            </Section>
          )}
          {tournament.teamBoard && (
            <Section name="Teams">
              <TeamTable board={tournament.teamBoard} first={TOP} />
              <Onward to={`${tournamentAt(slug)}/${TEAMS}`}>All teams, their players and their matches</Onward>
            </Section>
          )}
          {byInterest(stages).map((stage) => (
            <Fragment key={stage.stageId}>
              {!isFinalAgain(stage, stages) && <StageSection tournament={tournament} stage={stage} />}
              {stage.stageId === inRounds?.stageId && <RankSection stage={stage} open={open} />}
            </Fragment>
          ))}
          <div class="two">
            <FieldSection tournament={tournament} />
            {latest && latest.nodes.length > 0 && (
              <Section name="Latest battles">
                <BattleList battles={latest.nodes} stages={names} />
                <Onward to={battlesPath}>All battles</Onward>
              </Section>
            )}
          </div>
          <WinningLists tournament={tournament} />
          {calendar !== null && <Onward to={calendar}>Add to your calendar</Onward>}
          <ProvenanceLine provenance={tournament.provenance} />
        </TournamentFrame>
      ),
    };
  },
});

function inOneSentence(tournament: Tournament): string {
  const { name, playerCount } = tournament;
  const whenAndWhere = [daysInWords(tournament), locationOf(tournament)].filter(Boolean).join(' in ');
  const facts = [whenAndWhere, plural(playerCount, 'player')].filter(Boolean).join(', ');
  return [`${name}: ${facts}.`, wonBy(tournament, REMOVED)].filter(Boolean).join(' ');
}

/** Players with rounds that they did not play. */
function absentOf({ participants, last }: Tournament) {
  const all = new Map([...participants.nodes, ...last.nodes].map((each) => [each.id, each]));
  return [...all.values()].filter(({ unplayed }) => unplayed.length > 0);
}

/** Orders stages by interest: a drawn knockout, the final standings, other boards, then the remaining brackets. */
function byInterest(stages: readonly Stage[]): Stage[] {
  const weight = ({ stageId, type, standings }: Stage) =>
    stageId === 'knockout' && isDrawn(standings) ? 0 : stageId === 'standings' ? 1 : type === 'board' ? 2 : 3;
  return stages.toSorted((a, b) => weight(a) - weight(b));
}

/** A tournament of one stage ends as its board: the same rows are shown once, as the final standings. */
function isFinalAgain({ stageId, standings }: Stage, stages: readonly Stage[]): boolean {
  const final = stages.find((stage) => stage.stageId === 'standings')?.standings;
  if (stageId === 'standings' || standings.__typename !== 'Board' || final?.__typename !== 'Board') return false;
  return JSON.stringify(standings.rows) === JSON.stringify(final.rows);
}

const isDrawn = (standings: Stage['standings']) =>
  standings.__typename === 'Bracket' && standings.matches.some(({ players }) => players.length > 0);

const TOP = 8;

/** The first rows of a board; a board in groups is shown whole. */
const topOf = <Row extends { group: string | null }>(rows: readonly Row[]) =>
  rows.some(({ group }) => group !== null) ? rows : rows.slice(0, TOP);

function StageSection({ tournament, stage }: { tournament: Tournament; stage: Stage }) {
  const { standings, stageId, name } = stage;
  const hasBegun = isDrawn(standings) || (standings.__typename === 'Board' && standings.rows.length > 0);
  return (
    <section>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      {standings.__typename === 'Bracket' ? (
        <BracketTree name={name} matches={standings.matches} />
      ) : (
        <BoardTables
          name={name}
          rankedBy={standings.rankedBy}
          rows={topOf(standings.rows)}
          scored={scoredIn(standings.rows)}
          tournament={tournament}
          caption={stageId === 'standings' ? 'Final places' : `By ${rankedInWords(standings.rankedBy)}`}
        />
      )}
      {hasBegun && (
        <Onward to={stageAt(tournament.slug, stageId)}>
          {standings.__typename === 'Bracket'
            ? 'Only this bracket'
            : tournament.playerCount > topOf(standings.rows).length
              ? 'The whole board'
              : 'Only this board'}
          <span class="unseen">: {name}</span>
        </Onward>
      )}
    </section>
  );
}

function FieldSection({ tournament }: { tournament: Tournament }) {
  const { slug, field, participants, playerCount } = tournament;
  const rows = field && 'rows' in field ? field.rows.map(({ faction }) => faction) : [];
  const signedUp = participants.nodes.map(({ list }) => list?.faction ?? null);
  const factions = (rows.length >= signedUp.length ? rows : signedUp).filter(Boolean);
  if (playerCount === 0) return null;
  return (
    <Section name="The field">
      {factions.length > 0 ? (
        <figure>
          <figcaption>
            Armies by faction, {factions.length} of {plural(playerCount, 'player')}
          </figcaption>
          <FieldBars factions={factions} />
        </figure>
      ) : (
        tournament.listsShown && <p class="quiet">No army list has been handed in yet.</p>
      )}
      <ListsNote {...tournament} />
      <Onward to={`${tournamentAt(slug)}/${PARTICIPANTS}`}>
        {tournament.listsShown ? 'All players and their army lists' : 'All players'}
      </Onward>
    </Section>
  );
}
