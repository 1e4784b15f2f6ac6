import type { ComponentChildren } from 'preact';
import { Link } from './link.js';

/** A part of a page under its heading. */
export function Section({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

/** A link at the end of a section, to more of the same. */
export function Onward({ to, children }: { to: string; children: ComponentChildren }) {
  return (
    <p class="onward">
      <Link to={to}>{children}</Link>
    </p>
  );
}
