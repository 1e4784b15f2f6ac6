// Win rates by month: a small chart for each faction, and the numbers behind them.
import { max } from 'd3-array';
import type { FactionsPageQuery } from '../operations.generated.js';
import { FEW, MonthSpark, type Rate } from '../plots/month-spark.js';
import { monthInWords, shortMonth } from './day.js';
import { FactionLink } from './faction.js';
import { Section } from './section.js';
import { Table } from './table.js';

const MONTHS = 12;
/** Of the scale, to either side of 50 %. */
const REACH_LEAST = 0.1;

export function FactionMonths({ factions }: { factions: FactionsPageQuery['statistics']['factions'] }) {
  const played = factions.flatMap(({ months }) => months.filter(({ winRate }) => winRate.n > 0));
  const months = [...new Set(played.map(({ month }) => month))].sort().slice(-MONTHS);
  if (months.length < 2) return null;
  const rows = factions.map(({ faction, months: own }) => ({
    faction,
    rates: months.map((month) => own.find((each) => each.month === month)?.winRate),
  }));
  const [first = '', last = ''] = [months[0], months.at(-1)];
  const reach = reachOf(played.map(({ winRate }) => winRate));
  return (
    <Section name="Over time">
      <figure>
        <figcaption>
          Win rate in tournaments that began in a month, {monthInWords(first)} to {monthInWords(last)}, from{' '}
          {Math.round((0.5 - reach) * 100)} to {Math.round((0.5 + reach) * 100)} %; the line across is 50 %, and faint
          dots rest on fewer than {FEW} battles
        </figcaption>
        <ul class="sparks">
          {rows.map(({ faction, rates }) => (
            <li key={faction.slug}>
              <FactionLink {...faction} />
              <MonthSpark rates={rates} reach={reach} />
            </li>
          ))}
        </ul>
        <details>
          <summary>As a table</summary>
          <Table
            label="Win rates by month"
            caption="Win rate in tournaments that began in a month, and the battles it rests on"
            class="matrix"
            columns={[
              'Faction',
              ...months.map((month) => ({ head: <abbr title={monthInWords(month)}>{shortMonth(month)}</abbr> })),
            ]}
          >
            {rows.map(({ faction, rates }) => (
              <tr key={faction.slug}>
                <th scope="row">
                  <FactionLink {...faction} />
                </th>
                {rates.map((rate, at) => (
                  <MonthCell key={months[at]} winRate={rate} />
                ))}
              </tr>
            ))}
          </Table>
        </details>
      </figure>
    </Section>
  );
}

/** Largest distance from 50 % of a rate that is not faint. */
const reachOf = (rates: readonly Rate[]) =>
  max(rates, ({ value, n }) => (value === null || n < FEW ? REACH_LEAST : Math.abs(value - 0.5))) ?? REACH_LEAST;

function MonthCell({ winRate }: { winRate: Rate | undefined }) {
  if (!winRate || winRate.value === null) return <td class="none">·</td>;
  return (
    <td class={winRate.n < FEW ? 'level' : ''}>
      {Math.round(winRate.value * 100)} <small>{winRate.n}</small>
    </td>
  );
}
