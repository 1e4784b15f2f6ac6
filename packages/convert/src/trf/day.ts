const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day as programs write it: "2026/01/10", "2026-01-10", "28. 07. 2005", "24/09/2010" or "Jun 26, 2020". */
export function readDay(text: string): { day: string | null; ambiguous: boolean } {
  const plain = text.trim();
  const yearFirst = /^(\d{4})[/.-] ?(\d{1,2})[/.-] ?(\d{1,2})$/.exec(plain);
  if (yearFirst) return valid(yearFirst[1], yearFirst[2], yearFirst[3]);
  // Outside of America, and so at FIDE, the day precedes the month.
  const dayFirst = /^(\d{1,2})[/.-] ?(\d{1,2})[/.-] ?(\d{4})$/.exec(plain);
  if (dayFirst) {
    const [, first, second, year] = dayFirst;
    if (Number(second) > 12) return valid(year, first, second);
    return { ...valid(year, second, first), ambiguous: Number(first) <= 12 && first !== second };
  }
  const [, named = '', day, year] = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(plain) ?? [];
  const month = MONTHS.indexOf(named.slice(0, 3).toLowerCase());
  return month < 0 ? { day: null, ambiguous: false } : valid(year, String(month + 1), day);
}

function valid(year = '', month = '', day = ''): { day: string | null; ambiguous: boolean } {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return { day: exists ? text : null, ambiguous: false };
}
