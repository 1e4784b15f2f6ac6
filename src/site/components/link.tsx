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

/** A name as a link, in its own direction of writing. */
export function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to}>
      <bdi>{name}</bdi>
    </Link>
  );
}

export const REMOVED = 'Removed player';

/** Links to the player's page if there is one. */
export function PlayerName({ name, playerId }: { name: string | null; playerId: string | null }) {
  const shown = name ?? REMOVED;
  return playerId === null ? <bdi>{shown}</bdi> : <NameLink to={playerAt(playerId)} name={shown} />;
}

export const Dropped = () => <span class="pill dropped">dropped</span>;

export function ClubName({ club: { slug, name } }: { club: Pick<ClubLinkFragment, 'slug' | 'name'> }) {
  return <NameLink to={clubAt(slug)} name={name} />;
}
