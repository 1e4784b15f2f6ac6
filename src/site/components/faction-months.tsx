// Win rates by month, one row per faction.
import type { FactionsPageQuery } from '../operations.generated.js';
import { monthInWords, shortMonth } from './day.js';
import { FactionLink } from './faction.js';
import { Table } from './table.js';

const MONTHS = 12;
/** Rates from fewer battles say next to nothing and are shown faint. */
const FEW = 20;

export function FactionMonths({ factions }: { factions: FactionsPageQuery['statistics']['factions'] }) {
  const played = factions.flatMap(({ months }) => months.filter(({ winRate }) => winRate.n > 0));
  const months = [...new Set(played.map(({ month }) => month))].sort().slice(-MONTHS);
  if (months.length < 2) return null;
  return (
    <section>
      <h2>Over time</h2>
      <Table
        label="Win rates by month"
        caption="Win rate in tournaments that began in a month, and the battles it rests on"
        class="matrix"
        columns={[
          'Faction',
          ...months.map((month) => ({ head: <abbr title={monthInWords(month)}>{shortMonth(month)}</abbr> })),
        ]}
      >
        {factions.map(({ faction, months: own }) => (
          <tr key={faction.slug}>
            <th scope="row">
              <FactionLink {...faction} />
            </th>
            {months.map((month) => (
              <MonthCell key={month} winRate={own.find((each) => each.month === month)?.winRate} />
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}

function MonthCell({ winRate }: { winRate: { value: number | null; n: number } | undefined }) {
  if (!winRate || winRate.value === null) return <td class="none">·</td>;
  return (
    <td class={winRate.n < FEW ? 'level' : ''}>
      {Math.round(winRate.value * 100)} <small>{winRate.n}</small>
    </td>
  );
}
