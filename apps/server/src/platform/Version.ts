/**
 * The version of the program: that of its package, which a test holds it to, and the commit of the build.
 */
import { commit } from "./Commit.ts"

const version = "0.1.0"

/** The version with the commit as build metadata (Semantic Versioning 2, item 10): two builds of one version differ. */
export const build = commit === undefined ? version : `${version}+${commit}`

/**
 * The end of the name of the sessions of a server that supports the audience of jobs (docs/decisions/0112). One without it is of a release before, and shows
 * every job to every agency.
 */
export const accessMark = " access"

/** The same of a server that also supports the audience of applications (docs/decisions/0118). */
export const confirmationMark = ` confirmation${accessMark}`

/** The same of a server that obeys claims which outlast their applications (docs/decisions/0131), beside which applications the employer sees. */
export const claimsMark = ` claims${confirmationMark}`
