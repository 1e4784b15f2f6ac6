import { playerAt, tournamentAt, withQuery } from '../components/addresses.js';
import { BattleList } from '../components/battle-list.js';
import { daysOf } from '../components/day.js';
import { Heading } from '../components/document.js';
import { Fact } from '../components/fact.js';
import { Faction, FactionLink, namesToShow, slugsByName } from '../components/faction.js';
import { Joined } from '../components/joined.js';
import { ClubName, Dropped, Link, NameLink } from '../components/link.js';
import { OpponentTable } from '../components/opponent-table.js';
import { Paging } from '../components/paging.js';
import { SourceName } from '../components/provenance.js';
import { Onward, Section } from '../components/section.js';
import { figures, RECORD, Table } from '../components/table.js';
import { shareWon, type Tally, TallyFact, tallyOf } from '../components/tally.js';
import { grouped, ordinal, plural, recordOf } from '../components/words.js';
import type { PlayerPageQuery, PlayerPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';
import { RatingCourse } from '../plots/rating-course.js';

type Player = NonNullable<PlayerPageQuery['player']>;

/** Number of latest battles from which the record by faction is computed. */
const LATEST = 100;
const SHOWN = 12;
const OPPONENTS = 12;

export const playerPage = page<PlayerPageQuery, PlayerPageQueryVariables>({
  path: '/players/{publicId}',
  operation: 'PlayerPage',
  query: ['participationsAfter'],
  variables: ({ parameters: { publicId = '' }, query }) => ({
    id: publicId,
    ...query,
    battles: LATEST,
    opponents: OPPONENTS + 1,
  }),
  view({ player, factions: known }, { query }) {
    if (!player) return null;
    const { publicId, name, battleCount, battles, opponents, rating } = player;
    const path = playerAt(publicId);
    const next = battles.nodes.filter(isToPlay).toReversed();
    const latest = battles.nodes.filter((battle) => !isToPlay(battle)).slice(0, SHOWN);
    const isOwn = ({ playerId }: { playerId: string | null }) => playerId === publicId;
    const factions = byFaction(player);
    const total = tallyOf(ownSides(player));
    const slugOf = slugsByName(known.nodes);
    const clubs = new Map(player.participations.nodes.flatMap(({ club }) => (club ? [[club.slug, club]] : [])));
    return {
      title: name,
      description: `${name}: ${plural(battleCount, 'battle')}, opponents, factions and tournaments.`,
      section: 'players',
      main: (
        <>
          <Heading above={[{ path: '/players', name: 'Players' }]}>
            <bdi>{name}</bdi>
          </Heading>
          <dl class="facts">
            <Fact name="Battles">{grouped(battleCount)}</Fact>
            {battles.nodes.length > 0 && (
              <TallyFact tally={total} {...(battleCount > LATEST && { name: `Of the latest ${LATEST}` })} />
            )}
            {rating && (
              <Fact name="Rating">
                {Math.round(rating.value)}{' '}
                <small>
                  ±{Math.round(2 * rating.deviation)},{' '}
                  {rating.place === null ? 'provisional' : <Link to="/ratings">{ordinal(rating.place)}</Link>}
                </small>
              </Fact>
            )}
            {factions[0] && (
              <Fact name="Plays most">
                <FactionLink name={factions[0].faction} slug={slugOf(factions[0].faction)} />
              </Fact>
            )}
            {clubs.size > 0 && (
              <Fact name={clubs.size === 1 ? 'Club' : 'Clubs'}>
                <Joined parts={[...clubs.values()].slice(0, 3).map((club) => <ClubName club={club} />)} by=", " />
              </Fact>
            )}
          </dl>
          {next.length > 0 && (
            <Section name={next.length === 1 ? 'Next battle' : 'Next battles'}>
              <BattleList battles={next} isOwn={isOwn} />
            </Section>
          )}
          <div class="two even">
            {opponents.length > 0 && <Opponents player={player} />}
            <div>
              {factions.length > 0 && (
                <Factions publicId={publicId} factions={factions} slugOf={slugOf} isAll={battleCount <= LATEST} />
              )}
              {player.ratingHistory.nodes.length > 1 && (
                <Section name="Rating over time">
                  <RatingCourse weeks={player.ratingHistory.nodes.toReversed()} />
                </Section>
              )}
            </div>
          </div>
          <Tournaments player={player} query={query} />
          <Section name="Battles">
            {latest.length === 0 && <p class="quiet">None so far.</p>}
            <BattleList battles={latest} isOwn={isOwn} />
            {battleCount > SHOWN && <Onward to={`${path}/battles`}>All {plural(battleCount, 'battle')}</Onward>}
          </Section>
        </>
      ),
    };
  },
});

/** Only at an event that is not over: elsewhere a result may never come. */
const isToPlay = ({ players, tournament }: Player['battles']['nodes'][number]) =>
  tournament != null && tournament.status !== 'finished' && players.every(({ outcome }) => outcome === null);

/** `battles` includes those without a result yet. */
type FactionTally = Tally & { faction: string; battles: number };

const ownSides = ({ publicId, battles }: Player) =>
  battles.nodes.flatMap(({ players }) => players.filter(({ playerId }) => playerId === publicId));

/** The player's record by faction in the latest battles, most played first. */
function byFaction(player: Player): FactionTally[] {
  const sides = ownSides(player);
  const nameOf = namesToShow(sides.map(({ faction }) => faction));
  return [...new Set(sides.map(({ faction }) => nameOf(faction)))]
    .map((name) => {
      const own = sides.filter(({ faction }) => nameOf(faction) === name);
      return { faction: name ?? '', battles: own.length, ...tallyOf(own) };
    })
    .toSorted((a, b) => b.battles - a.battles);
}

function Opponents({ player: { publicId, opponents } }: { player: Player }) {
  return (
    <Section name="Met most often">
      <OpponentTable publicId={publicId} opponents={opponents.slice(0, OPPONENTS)} />
      {opponents.length > OPPONENTS && <Onward to={`${playerAt(publicId)}/opponents`}>All opponents</Onward>}
    </Section>
  );
}

type FactionsProps = {
  publicId: string;
  factions: readonly FactionTally[];
  slugOf: (name: string) => string | undefined;
  /** False if there are battles beyond those counted. */
  isAll: boolean;
};

function Factions({ publicId, factions, slugOf, isAll }: FactionsProps) {
  return (
    <Section name="Factions played">
      <Table
        label="Factions played"
        caption={`In the latest ${plural(
          factions.reduce((sum, { battles }) => sum + battles, 0),
          'battle',
        )}`}
        class="people"
        columns={['Faction', figures('Battles'), RECORD, figures('Won')]}
      >
        {factions.map((tally) => (
          <tr key={tally.faction}>
            <th scope="row">
              <FactionLink name={tally.faction} slug={slugOf(tally.faction)} />
            </th>
            <td class="n">
              {tally.faction === '' ? (
                tally.battles
              ) : (
                <Link to={withQuery(`${playerAt(publicId)}/battles`, { faction: tally.faction })}>
                  {tally.battles}
                  <span class="unseen">
                    {isAll ? ' ' : ' of all '}battles with {tally.faction}
                  </span>
                </Link>
              )}
            </td>
            <td class="n strong">{recordOf(tally)}</td>
            <td class="n">{shareWon(tally)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function Tournaments({ player, query }: { player: Player; query: Record<string, string> }) {
  const { nodes, nextCursor } = player.participations;
  if (nodes.length === 0) return null;
  return (
    <Section name="Tournaments">
      <Table
        label="Tournaments"
        caption="Newest first"
        class="people"
        columns={['Tournament', figures('Place'), 'Faction', 'When']}
      >
        {nodes.map(({ tournament, place, dropped, faction }) => (
          <tr key={tournament.slug}>
            <th scope="row">
              <NameLink to={tournamentAt(tournament.slug)} name={tournament.name} />
              {dropped && <Dropped />}
              {tournament.provenance && (
                <span class="under">
                  from <SourceName source={tournament.provenance.source} />
                </span>
              )}
            </th>
            <td class={place === 1 ? 'n gold' : 'n'}>
              {place === null ? (
                <span class="quiet">{tournament.status === 'finished' ? '–' : tournament.status}</span>
              ) : (
                <>
                  {ordinal(place)} <small class="quiet">of {tournament.playerCount}</small>
                </>
              )}
            </td>
            <td>{faction && <Faction name={faction} />}</td>
            <td>{daysOf(tournament)}</td>
          </tr>
        ))}
      </Table>
      <Paging
        path={playerAt(player.publicId)}
        query={query}
        next={nextCursor}
        name="Pages of tournaments"
        cursor="participationsAfter"
      />
    </Section>
  );
}
