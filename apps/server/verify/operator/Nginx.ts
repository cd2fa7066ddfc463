/**
 * nginx for tests: the program, and the configuration around the part that a test is about, with all its files in a folder of the test.
 */
import { findProgram } from "./DebianProgram.ts"

export const nginxProgram = findProgram({
  name: "nginx",
  versionFlag: "-v",
  packageName: "nginx",
  path: "usr/sbin/nginx"
})

/** The arguments for a file of configuration. */
export const nginxArgs = (file: string): ReadonlyArray<string> => ["-c", file, "-e", "stderr"]

/** What it prints once it listens. */
export const nginxReadyLine = /start worker processes/

/** The modules that keep bodies in files. */
const buffering = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]

/** A configuration with these lines in `http`. `fileOf` gives the path of a file in the folder of the test. */
export const nginxConfigOf = (fileOf: (name: string) => string, http: string): string => `
daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${fileOf("nginx.pid")};
error_log stderr notice;
events {}
http {
  access_log off;
  ${buffering.map((module) => `${module}_temp_path ${fileOf(module)};`).join(" ")}
${http}
}
`
