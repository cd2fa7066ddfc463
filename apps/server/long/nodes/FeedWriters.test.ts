/** Writers and a reader of the feed on PostgreSQL, for 100,000 events: what one commit in many thousands would make the reader miss. */
import { writersMissNothing } from "../../verify/nodes/FeedRace.ts"

writersMissNothing(100_000)
