import { type ComponentChildren, Fragment } from 'preact';

type JoinedProps = { parts: readonly ComponentChildren[]; by?: string };

/** Parts of a line with a dot between them; those that are empty are left out. */
export function Joined({ parts, by = ' · ' }: JoinedProps) {
  return parts.filter(Boolean).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && by}
      {part}
    </Fragment>
  ));
}
