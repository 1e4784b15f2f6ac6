// Reads values of environment variables; those that cannot be used are added to the problems.
import { isIP } from 'node:net';
import { distance } from 'fastest-levenshtein';
import { PostgresUrlError, parsePostgresUrl } from './postgres-url.js';

/** The number of trusted proxies, each of which appends an entry, or the networks they are in. */
export type TrustProxy = number | readonly string[];

export type Reader = ReturnType<typeof createReader>;

/** A setting of an earlier line. With `off`, any other value asked for what is gone; without, it only tuned that. */
export type GoneSetting = { name: string; off?: string; instead: string };

/** Random bytes in this many hexadecimal digits cannot be guessed. */
const SECRET_LENGTH_MIN = 32;

const FLAGS = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

/** An empty variable counts as not set. Values that may contain a password are never echoed. */
export function createReader(env: NodeJS.ProcessEnv, problems: string[]) {
  const known = new Set<string>();
  const given = (name: string) => {
    known.add(name);
    return env[name]?.trim() || undefined;
  };

  /** Returns the value unchanged, or null after reporting a problem. */
  function address(name: string, value: string, protocols: string[]): string | null {
    const starts = protocols.map((protocol) => `${protocol}//`);
    if (!starts.some((start) => value.toLowerCase().startsWith(start)) || !URL.canParse(value)) {
      problems.push(`${name} must be an address that starts with ${starts.join(' or ')}`);
      return null;
    }
    return isEncoded(name, value) ? value : null;
  }

  function isEncoded(name: string, value: string): boolean {
    const isRight = !/%(?![\da-f]{2})/i.test(value);
    if (!isRight) problems.push(`${name} has a % that must be written %25`);
    return isRight;
  }

  /** The same for PostgreSQL. */
  function postgresAddress(name: string, value: string): string | null {
    if (!isEncoded(name, value)) return null;
    try {
      parsePostgresUrl(value);
      return value;
    } catch (error) {
      if (!(error instanceof PostgresUrlError)) throw error;
      problems.push(`${name} ${error.message}`);
      return null;
    }
  }

  return {
    /** Adds settings that ask for what is gone to the problems; returns warnings of those that may be ignored. */
    gone: (settings: readonly GoneSetting[]): string[] =>
      settings.flatMap(({ name, off, instead }) => {
        const value = name in env ? given(name) : undefined;
        if (value === undefined) return [];
        if (off === undefined || value === off) return [`${name} is no longer a setting and is ignored: ${instead}`];
        problems.push(`${name} is no longer a setting: ${instead}`);
        return [];
      }),

    /** Variables that are set and not read, although they look like one that is; asked for once all have been read. */
    misspelt: () =>
      Object.keys(env).flatMap((name) => {
        const meant = known.has(name) ? null : nearest(name, known);
        return meant === null ? [] : [`${name} is set, but it is not a setting; did you mean ${meant}?`];
      }),

    text: (name: string, preset: string) => given(name) ?? preset,

    /** One or several, separated by commas; null if there is none. A stray comma must not make the empty text a secret. */
    secrets(name: string): string | null {
      const secrets = (given(name)?.split(',') ?? []).map((secret) => secret.trim()).filter((secret) => secret !== '');
      if (secrets.some(({ length }) => length < SECRET_LENGTH_MIN)) {
        problems.push(
          `${name} must be of ${SECRET_LENGTH_MIN} characters or more, each secret of it: make one with openssl rand -hex 32`,
        );
      }
      return secrets.join(',') || null;
    },

    /** `rule` says in words what `pattern` matches. */
    matching<Preset>(name: string, preset: Preset, pattern: RegExp, rule: string): string | Preset {
      const value = given(name);
      if (value === undefined || pattern.test(value)) return value ?? preset;
      problems.push(`${name} must be ${rule}, not "${value}"`);
      return preset;
    },

    oneOf<Value extends string>(name: string, preset: Value, values: readonly Value[]): Value {
      const value = given(name)?.toLowerCase();
      const known = values.find((each) => each === value);
      if (value !== undefined && !known) problems.push(`${name} must be one of ${values.join(', ')}, not "${value}"`);
      return known ?? preset;
    },

    integer<Preset extends number | null>(name: string, preset: Preset, least: number, most: number): number | Preset {
      const value = given(name);
      if (value === undefined) return preset;
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= least && number <= most) return number;
      problems.push(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
      return preset;
    },

    flag(name: string, preset: boolean) {
      const value = given(name)?.toLowerCase();
      if (value === undefined) return preset;
      const flag = FLAGS.get(value);
      if (flag === undefined) problems.push(`${name} must be true or false, not "${value}"`);
      return flag ?? preset;
    },

    /** `true` is one proxy. */
    proxies(name: string): TrustProxy {
      const value = given(name) ?? 'false';
      if (/^\d{1,2}$/.test(value)) return Number(value);
      const flag = FLAGS.get(value.toLowerCase());
      if (flag !== undefined) return flag ? 1 : 0;
      const networks = value.split(',').map((network) => network.trim());
      if (networks.every(isNetwork)) return networks;
      problems.push(`${name} must be true, a number of proxies, or networks such as 10.0.0.0/8, not "${value}"`);
      return 0;
    },

    url<Preset extends string | null>(name: string, preset: Preset, protocols: string[]): string | Preset {
      const value = given(name);
      return (value === undefined ? null : address(name, value, protocols)) ?? preset;
    },

    postgresUrl(name: string): string | null {
      const value = given(name);
      return value === undefined ? null : postgresAddress(name, value);
    },

    /** Comma-separated list, of one server each. */
    postgresUrls(name: string): string[] {
      const values = given(name)?.split(',') ?? [];
      return values.map((value) => postgresAddress(name, value.trim())).filter((value) => value !== null);
    },
  };
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

/** One wrong letter in four; many variables of an environment belong to others. */
function nearest(name: string, known: Iterable<string>): string | null {
  const folded = name.toUpperCase();
  let best: string | null = null;
  let least = Math.min(4, Math.floor(name.length / 4) + 1);
  for (const each of known) {
    const apart = distance(folded, each);
    if (apart < least) [best, least] = [each, apart];
  }
  return best;
}
