/** Writers and a reader of the feed on PostgreSQL, for 10,000 events: where a column counts, a reader misses thousands of as many. */
import { writersMissNothing } from "./FeedRace.ts"

writersMissNothing(10_000)
