// Examples of subscriptions.
import type { Example } from './examples.js';

export function liveExamples(demo: boolean): Example[] {
  return [
    {
      name: 'LiveStandings',
      label: 'Standings of a tournament as they change',
      query: standings(demo),
      variables: JSON.stringify({ slug: demo ? 'autumn-open-2026' : 'SLUG_OF_A_TOURNAMENT' }, null, 2),
    },
  ];
}

function standings(demo: boolean): string {
  const played = demo ? '\n# Start the service with DEMO_PLAY=true, and this tournament is played meanwhile.' : '';
  return `# The standings at once, and again whenever they have changed. Press the pink button again to stop.${played}
subscription LiveStandings($slug: String!) {
  standings(tournament: $slug) {
    ... on Board {
      stage {
        name
      }
      rows(first: 10) {
        rank
        name
        faction
        wins
        draws
        losses
      }
    }
    ... on Bracket {
      stage {
        name
      }
      matches {
        round
        players {
          name
        }
        winner {
          name
        }
      }
    }
  }
}
`;
}
