/**
 * Times pages at several places of a list, taking turns, and compares each place with the first one.
 */
import * as Http from "node:http"
import { show, summarize, type Summary } from "./Statistics.ts"

const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })

/** Closes the connection that pages came over. */
export const closeConnection = (): void => agent.destroy()

/** Gets a page and returns how long that took, from the request to the last byte. */
export const fetchPage = (port: number, path: string, token: string): Promise<{ ms: number; text: string }> =>
  new Promise((resolve, reject) => {
    const beganAt = performance.now()
    const headers = { authorization: `Bearer ${token}` }
    Http.get({ port, path, host: "127.0.0.1", agent, headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve({ ms: performance.now() - beganAt, text })
        else reject(new Error(text))
      })
    }).on("error", reject)
  })

/** How many pages of each place are read: one page again and again would only show what is kept in memory. */
export const spread = 100

/** The first rounds warm everything up. */
const warmupRounds = 200

/** Fewer rounds only show that a program runs. */
const roundsMin = 200

/** What a page may cost against one at another place. */
const ratioMax = 2

/** The time of a page at each place against a page at the first one, by the pages of each place and how one of them is timed. */
export const timePlaces = async <Page>(
  places: Readonly<Record<string, ReadonlyArray<Page>>>,
  rounds: number,
  time: (page: Page) => Promise<number>
): Promise<Record<string, Summary>> => {
  const times: Record<string, Array<number>> = {}
  for (let round = 0; round < warmupRounds + rounds; round++) {
    for (const [place, pages] of Object.entries(places)) {
      const page = pages[round % pages.length]
      if (page === undefined) throw new Error(`there are no pages at ${place}`)
      const ms = await time(page)
      if (round >= warmupRounds) (times[place] ??= []).push(ms)
    }
  }
  const [first = []] = Object.values(times)
  return Object.fromEntries(
    Object.entries(times).map(([place, taken]) => [
      place,
      summarize(taken.map((ms, index) => ms / (first[index] ?? Number.NaN)))
    ])
  )
}

/** Prints what {@link timePlaces} found. */
export const showPlaces = (title: string, ratios: Readonly<Record<string, Summary>>): void => {
  process.stdout.write(`\n${title}\n`)
  for (const [place, summary] of Object.entries(ratios)) process.stdout.write(`  ${place.padEnd(14)}${show(summary)}\n`)
}

/** Ends with an error when a page costs more for where it stands. */
export const checkPlaces = (ratios: Readonly<Record<string, Summary>>, rounds: number): void => {
  if (rounds < roundsMin) return
  const medians = Object.values(ratios).map(({ median }) => median)
  if (Math.max(...medians) > ratioMax * Math.min(...medians)) throw new Error("a page costs more for where it stands")
}
