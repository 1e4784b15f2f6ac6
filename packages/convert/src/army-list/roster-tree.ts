// A roster of New Recruit or BattleScribe: one tree, written as XML, as XML in a zip archive, or as JSON. Only names,
// numbers and points are taken; profiles and rules, which hold the publisher's text, are not looked at.
import type { Encoded } from '../read/decode.js';
import { isObject, parseJson } from '../read/json.js';
import { UnreadableError } from '../read/unreadable.js';
import { childOf, readXml, type XmlElement } from '../read/xml.js';
import { isZip, readZip } from '../read/zip.js';

export type RosterNode = {
  name: string;
  /** Of a selection: unit, model or upgrade. */
  type: string;
  /** The group of which it was picked; empty if the unit comes with it. */
  group: string;
  number: number;
  points: number;
  categories: string[];
  /** Of a force. */
  catalogue: string;
  selections: RosterNode[];
  forces: RosterNode[];
};

type Roster = { name: string; points: number | null; limit: number | null; forces: RosterNode[] };

/** A large roster has some two megabytes. */
const ROSTER_BYTES_MAX = 50_000_000;
const DEPTH_MAX = 200;

/** Attributes and lists of a node, in either writing. */
type Source = { attribute(name: string): string; list(container: string, item: string): Source[] };

export function readRoster(encoded: Encoded): Roster {
  const { bytes } = encoded;
  if (isZip(bytes)) return readRoster({ bytes: unpackRoster(bytes) });
  if (bytes.length > ROSTER_BYTES_MAX) throw new UnreadableError(`has more than ${ROSTER_BYTES_MAX} bytes`);
  const json = bytes.find((byte) => byte > 0x20 && byte < 0x80) === 0x7b;
  return toRoster(json ? fromJson(rootOf(parseJson(encoded))) : fromXml(readXml(encoded)));
}

function unpackRoster(bytes: Uint8Array): Uint8Array {
  const [roster, ...others] = readZip(bytes);
  if (!roster || others.length > 0) throw new UnreadableError('is no .rosz archive: that has exactly one roster in it');
  const unpacked = roster.read();
  if (isZip(unpacked)) throw new UnreadableError('has an archive in the archive');
  return unpacked;
}

const rootOf = (document: unknown): unknown =>
  isObject(document) && Object.hasOwn(document, 'roster') ? document.roster : document;

function toRoster(source: Source): Roster {
  const forces = source.list('forces', 'force');
  if (forces.length === 0) throw new UnreadableError('is no roster: it has no forces');
  return {
    name: source.attribute('name').replaceAll(/\s+/g, ' ').trim(),
    points: pointsOf(source.list('costs', 'cost')),
    limit: pointsOf(source.list('costLimits', 'costLimit')),
    forces: forces.map((force) => toNode(force, 0)),
  };
}

function toNode(source: Source, depth: number): RosterNode {
  if (depth > DEPTH_MAX) throw new UnreadableError(`is nested deeper than ${DEPTH_MAX}`);
  return {
    name: source.attribute('name').trim(),
    type: source.attribute('type'),
    group: source.attribute('group'),
    number: Number(source.attribute('number')) || 1,
    points: pointsOf(source.list('costs', 'cost')) ?? 0,
    categories: source.list('categories', 'category').map((category) => category.attribute('name')),
    catalogue: source.attribute('catalogueName').trim(),
    selections: source.list('selections', 'selection').map((each) => toNode(each, depth + 1)),
    forces: source.list('forces', 'force').map((each) => toNode(each, depth + 1)),
  };
}

function pointsOf(costs: readonly Source[]): number | null {
  const points = costs.find((cost) => /^\s*(?:pts|points)\s*$/i.test(cost.attribute('name')));
  const value = points ? Number(points.attribute('value')) : Number.NaN;
  return Number.isFinite(value) ? Math.round(value) : null;
}

const fromXml = (element: XmlElement): Source => ({
  attribute: (name) => element.attributes[name] ?? '',
  list: (container, item) =>
    childOf(element, container)
      ?.children.filter((child) => child.name === item)
      .map(fromXml) ?? [],
});

function fromJson(value: unknown): Source {
  const object = isObject(value) ? value : {};
  const own = (name: string) => (Object.hasOwn(object, name) ? object[name] : undefined);
  return {
    attribute: (name) => {
      const attribute = own(name);
      return typeof attribute === 'string' || typeof attribute === 'number' ? String(attribute) : '';
    },
    list: (container) => {
      const items = own(container);
      return Array.isArray(items) ? items.map(fromJson) : [];
    },
  };
}
