// A bracket as an image for embedding elsewhere: colours are inline, and there are no links.
import { renderToString } from 'preact-render-to-string';
import { layOut, type Placed, placeOfWinner } from '../components/bracket-layout.js';
import { shortened } from '../components/words.js';
import type { StagePageQuery, StagePageQueryVariables } from '../operations.generated.js';
import { route } from '../route.js';
import { XML_HEAD, xmlCharacters } from './xml.js';

const BOX = { width: 190, height: 52, gapX: 46, gapY: 20, left: 20, top: 74 };
const LETTERS_MAX = 22;
const TITLE_LETTERS_MAX = 90;
/** Room for a letter of the title, on average. */
const TITLE_LETTER = 12;

export const bracketImage = route<StagePageQuery, StagePageQueryVariables>({
  path: '/tournaments/{slug}/{stage}.svg',
  operation: 'StagePage',
  variables: ({ parameters: { slug = '', stage = '' } }) => ({ slug, stage }),
  view({ tournament, standings }) {
    if (!tournament || standings?.__typename !== 'Bracket') return null;
    const image = renderToString(
      <Image title={`${tournament.name}: ${standings.stage.name}`} matches={standings.matches} />,
    );
    // HTML allows this in text, and XML does not.
    const wellFormed = image.replaceAll(']]>', ']]&gt;');
    return { type: 'image/svg+xml; charset=utf-8', text: `${XML_HEAD}${wellFormed}\n` };
  },
});

type Matches = Extract<NonNullable<StagePageQuery['standings']>, { __typename: 'Bracket' }>['matches'];

function Image({ title, matches }: { title: string; matches: Matches }) {
  const { rounds, rows } = layOut(matches);
  const deepest = rows ?? Math.max(1, ...rounds.map(({ placed }) => placed.length));
  const heading = shortened(title, TITLE_LETTERS_MAX);
  const tree = rounds.length * BOX.width + Math.max(0, rounds.length - 1) * BOX.gapX;
  // A bracket of one round is narrower than most titles, and what is outside of the image is not shown.
  const width = 2 * BOX.left + Math.max(tree, [...heading].length * TITLE_LETTER);
  const height = BOX.top + deepest * (BOX.height + BOX.gapY) + 10;
  const x = (column: number) => BOX.left + column * (BOX.width + BOX.gapX);
  const middle = ({ at, span }: Placed, index: number) =>
    BOX.top + ((at ?? index + 1) - 1 + (at === null ? 1 : span) / 2) * (BOX.height + BOX.gapY);
  const places = new Map(
    rounds.flatMap(({ number, placed }, column) =>
      placed.map((each, index) => [`${number}:${each.match.table}`, { column, y: middle(each, index) }] as const),
    ),
  );
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img">
      <title>{xmlCharacters(title)}</title>
      <rect width={width} height={height} fill="#faf7f6" />
      <text x={BOX.left} y="32" font-family={FONT} font-size="20" font-weight="700" fill="#231a1e">
        {xmlCharacters(heading)}
      </text>
      {rounds.map(({ number, name, placed }, column) => (
        <g key={number} font-family={FONT} font-size="13">
          <text x={x(column)} y="58" fill="#685a61">
            {xmlCharacters(name)}
          </text>
          {placed.map((each, index) => {
            const y = middle(each, index);
            const target = each.match.feeds && places.get(`${each.match.feeds.roundNumber}:${each.match.feeds.table}`);
            const through = placeOfWinner(each.match.players, each.match.winner);
            const turn = x(column) + BOX.width + BOX.gapX / 2;
            return (
              <g key={each.match.table}>
                {target && rows !== null && (
                  <path
                    d={`M${x(column) + BOX.width} ${y}H${turn}V${target.y}H${x(target.column)}`}
                    fill="none"
                    stroke="#cdbcc3"
                    stroke-width="2"
                  />
                )}
                <rect
                  x={x(column)}
                  y={y - BOX.height / 2}
                  width={BOX.width}
                  height={BOX.height}
                  rx="8"
                  fill="#fff"
                  stroke="#e6dcdf"
                />
                {[0, 1].map((place) => {
                  const player = each.match.players[place];
                  const won = place === through;
                  return (
                    <text
                      key={place}
                      x={x(column) + 12}
                      y={y + (place === 0 ? -8 : 18)}
                      fill={won ? '#8a5f00' : player ? '#231a1e' : '#685a61'}
                      font-weight={won ? '700' : '400'}
                    >
                      {xmlCharacters(shortened(player?.name ?? 'to be decided', LETTERS_MAX))}
                    </text>
                  );
                })}
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

const FONT = 'system-ui, Segoe UI, Roboto, sans-serif';
