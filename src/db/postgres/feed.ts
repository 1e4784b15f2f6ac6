import type pg from 'pg';
import { CHANGE_CHANNEL, type ChangeSource, pruneChanges, readChanges } from '../changes.js';
import { connectTo } from './cluster.js';
import { hangUp, ignore, sqlOf, statements } from './connections.js';

/** Uses a dedicated connection: one from the pool would have to be returned. */
export function changesOf(url: string, pool: pg.Pool): ChangeSource {
  return {
    remote: true,
    // Without the time limit of requests: what was too much at once would be more the next time.
    prune: (snapshot) => sqlOf(pool).transaction((sql) => pruneChanges(sql, snapshot)),
    async open({ onNotice, onLost }) {
      const { Client, connectionString } = connectTo(url);
      const client = new Client({
        connectionString,
        connectionTimeoutMillis: FEED_ANSWER_MS,
        query_timeout: FEED_ANSWER_MS,
        application_name: FEED,
      });
      client.on('error', onLost).on('end', onLost).on('notification', onNotice);
      try {
        await client.connect();
        await client.query(`LISTEN "${CHANGE_CHANNEL}"`);
      } catch (error) {
        void hangUp(client).catch(ignore);
        throw error;
      }
      return {
        read: (since) => readChanges(statements(client), since),
        close: () => hangUp(client),
      };
    },
  };
}

const FEED = 'battle-results-gateway feed';
const FEED_ANSWER_MS = 1_000;
