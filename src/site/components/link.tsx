import type { ComponentChildren } from 'preact';
import type { ClubLinkFragment } from '../operations.generated.js';
import { clubAt, playerAt } from './addresses.js';
import { useHref } from './site.js';

type LinkProps = { to: string; class?: string; here?: boolean; children: ComponentChildren };

export function Link({ to, here = false, children, ...rest }: LinkProps) {
  const href = useHref();
  return (
    <a href={href(to)} {...rest} {...(here && { 'aria-current': 'page' as const })}>
      {children}
    </a>
  );
}

export const REMOVED = 'Removed player';

/** Links to the player's page if there is one. */
export function PlayerName({ name, playerId }: { name: string | null; playerId: string | null }) {
  const shown = <bdi>{name ?? REMOVED}</bdi>;
  return playerId === null ? shown : <Link to={playerAt(playerId)}>{shown}</Link>;
}

export function ClubName({ club }: { club: Pick<ClubLinkFragment, 'slug' | 'name'> }) {
  return (
    <Link to={clubAt(club.slug)}>
      <bdi>{club.name}</bdi>
    </Link>
  );
}
