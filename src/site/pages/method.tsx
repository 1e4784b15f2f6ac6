// The method in words. docs/method.md has the same as a program that gives identical digits.
import { STATISTICS_METHOD } from '../../statistics/method.js';
import { Day } from '../components/day.js';
import { Link } from '../components/link.js';
import { grouped } from '../components/words.js';
import type { MethodPageQuery, MethodPageQueryVariables, RatingMethodEntryFragment } from '../operations.generated.js';
import { page } from '../page-route.js';

export const methodPage = page<MethodPageQuery, MethodPageQueryVariables>({
  path: '/method',
  operation: 'MethodPage',
  variables: () => ({}),
  view: ({ ratingMethod }) => ({
    title: 'Method',
    description: 'How standings, statistics and ratings are worked out, and what they cannot say.',
    main: (
      <article class="prose">
        <h1 class="alone">How it is worked out</h1>
        <p class="lead">
          Everything here is worked out from the battles that organisers bring in. You can check it: the data can be
          exported, and the program for it is part of the service.
        </p>
        <Standings />
        <Statistics />
        <Ratings method={ratingMethod} />
      </article>
    ),
  }),
});

function Standings() {
  return (
    <section id="standings">
      <h2>Standings</h2>
      <p>
        A board adds up the battles of its stage. Players are ranked by what the organiser has chosen, in that order:
        battle points, wins, the difference of victory points, victory points, and the points or wins of the opponents
        met, where one met twice counts twice. Players who are equal in all of these share a place. The table as it
        stood after a round is the same sum over the battles up to that round.
      </p>
      <p>
        A bracket shows who went through, as the organiser says it. Final places come from the organiser too; where none
        were recorded, they follow from the battles.
      </p>
    </section>
  );
}

function Statistics() {
  return (
    <section id={`statistics-${STATISTICS_METHOD}`}>
      <h2>Statistics of factions</h2>
      <p>
        Battles count when they belong to a published tournament, are finished and are not archived. Casual battles do
        not. A faction is one thing however it is spelled.
      </p>
      <dl class="terms">
        <dt>Win rate</dt>
        <dd>
          Score over battles: a win is 1, a draw a half. Battles of a faction against itself are left out, since one of
          them always wins.
        </dd>
        <dt>Share</dt>
        <dd>
          The players of a faction over all players whose faction is known, each counted once in every tournament they
          played in.
        </dd>
        <dt>Unbeaten starts and top places</dt>
        <dd>
          The share of those who won their first four battles, or finished among the first four, over the share of the
          field. At 1 a faction gets there as often as its number of players explains.
        </dd>
        <dt>Above expectation</dt>
        <dd>
          The mean of the score less what the ratings of the two players expected: the strength of the faction, with the
          skill of those who play it taken out.
        </dd>
      </dl>
      <h3>How sure it is</h3>
      <p>
        A figure is partly luck. With other tournaments and other players of the same kind, paired in the same way, it
        would be another one, and the range very likely holds the true figure. Very likely means 19 times out of 20.
        Swiss rounds let winners meet winners, so win rates are nearer to one half than they would be against random
        opponents. Up to three ranges are worked out, and the widest is shown. The first is Wilson’s, as if battles were
        drawn one by one: for a score of <var>s</var> in <var>n</var> battles, with <var>z</var> = 1.96, it reaches from
      </p>
      <p class="formula">
        (<var>s</var> + <var>z</var>²⁄2 ± <var>z</var> √(<var>s</var> (<var>n</var> − <var>s</var>)⁄<var>n</var> +{' '}
        <var>z</var>
        ²⁄4)) ⁄ (<var>n</var> + <var>z</var>²)
      </p>
      <p>
        The second takes each tournament as one draw, for battles of one weekend share their players, their tables and
        their rules: it comes from how far tournaments differ, and from Student’s <var>t</var>. It needs three of them.
        The third takes players as draws as well, since the same players come to many tournaments and keep their
        faction.
      </p>
      <p>
        In simulated seasons of known strengths, with players who come again and in Swiss rounds too, the range shown
        mostly holds the truth in 93 to 97 of 100 cases, and in up to 99 where the sample is small or only two or three
        play a faction: there it is wider than it need be. With tournaments alone as draws, it would be 17 to 92 where
        players come again.
      </p>
      <h3>Limits</h3>
      <p>
        A figure is shown faint and not ranked below 20 battles, below four tournaments or players (unequal ones count
        for fewer), with too few battles for a narrow range whatever came of them, or where the range of a win rate is
        wider than 40 points: win rates are rarely outside 30 to 70 %, so a wider range tells hardly any two apart. A
        range does not know of a new battle pack, of lists that have changed, or of who chose to play what.
      </p>
    </section>
  );
}

function Ratings({ method: { name, asOf, prediction } }: { method: RatingMethodEntryFragment }) {
  return (
    <section id={`ratings-${name}`}>
      <h2>Ratings</h2>
      <p>
        Glicko-2, as Mark Glickman describes it, by weeks from Monday to Sunday: all battles of a week are judged by the
        ratings before it. Every player begins at 1500 with a deviation of 200. The strength is very likely within two
        deviations of the rating; weeks without a battle widen it. Above a deviation of 110 a rating is provisional, and
        has no place in <Link to="/ratings">the table</Link>. Only tournament battles between two known players are
        rated; when a result is corrected, everything from its week on is worked out again.
      </p>
      <p>
        Ratings need battles to learn from. On 16,734 real battles of 419 tournaments they predicted results better than
        Elo (a mean log-loss of 0.592 against 0.598; always predicting one half has 0.693, and lower is better). With
        few battles they need not: after a dozen tournaments of sixteen players, simply comparing how often the two
        players have won before is better in 65 of 100 simulated worlds, and Elo in 30.
      </p>
      {prediction && (
        <p>
          Here, in the last tenth of the battles, {grouped(prediction.battles)} since <Day date={prediction.since} />,
          the mean log-loss was {prediction.logLoss.toFixed(4)}. Elo with K = 32 had {prediction.elo.toFixed(4)}, always
          predicting one half {prediction.even.toFixed(4)}; lower is better.
        </p>
      )}
      <h3>Limits</h3>
      <p>
        A rating compares players who have met, or have met the same opponents. It does not account for factions, lists
        or scenarios
        {asOf === null ? (
          '; there are no ratings yet'
        ) : (
          <>
            , or for anything after <Day date={asOf} />
          </>
        )}
        .
      </p>
    </section>
  );
}
