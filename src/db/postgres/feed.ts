import type pg from 'pg';
import { pruneLog } from '../log/prune.js';
import { numberedNewsSql } from '../log/read-news.js';
import { type ChangeSource, LOG_CHANNEL, type News } from '../log/source.js';
import { connectTo } from './cluster.js';
import { hangUp, ignore, sqlOf } from './connections.js';

/** Uses a dedicated connection: one from the pool would have to be returned. */
export function changesOf(url: string, pool: pg.Pool): ChangeSource {
  return {
    remote: true,
    // Without the time limit of requests: what was too much at once would be more the next time.
    prune: (from, to) => sqlOf(pool).transaction((sql) => pruneLog(sql, from, to)),
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
        // Numbering needs it, whatever the server's default is.
        await client.query(`SET default_transaction_isolation = 'read committed'; LISTEN "${LOG_CHANNEL}"`);
      } catch (error) {
        void hangUp(client).catch(ignore);
        throw error;
      }
      return {
        async read(after) {
          const results = (await client.query(numberedNewsSql(after))) as unknown as pg.QueryResult<News>[];
          const news = results.at(-1)?.rows[0];
          if (!news) throw new Error('The log gave no answer');
          return news;
        },
        close: () => hangUp(client),
      };
    },
  };
}

const FEED = 'battle-results-gateway feed';
const FEED_ANSWER_MS = 1_000;
