/**
 * Questions of a job and their answers: as they are written, judged at a submission, kept as they were asked, and erased with the person (recruiting 4).
 */
import { assert, describe, it } from "@effect/vitest"
import { mistakesOf } from "./ErrorAnswer.ts"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server
const token = tokens.acme

const questions = [
  { id: "permit", text: "May the candidate work in Germany?", type: "YES_NO", required: true },
  {
    id: "skills",
    text: "What can the candidate do?",
    type: "MULTI_SELECT",
    required: false,
    options: [
      { id: "ts", label: "TypeScript" },
      { id: "sql", label: "SQL" }
    ]
  },
  { id: "why", text: "Why this job?", type: "LONG_TEXT", required: false }
]
const idOf = (answer: Answer): string => {
  assert.isBelow(answer.status, 300, answer.text)
  return textOf(answer, "id")
}
const jobWith = async (more: object): Promise<string> =>
  idOf(await call("POST", "/v1/jobs", { token, json: { title: "T", description: "D", status: "OPEN", ...more } }))
const patchJob = (id: string, json: object) => call("PATCH", `/v1/jobs/${id}`, { token, json })
const job = await jobWith({ questions })

let people = 0
const submit = (answers: unknown, job_id = job) =>
  call("POST", "/v1/applications", {
    token,
    json: {
      job_id,
      agency_id: "agy_hirewell",
      candidate: { first_name: "Grace", last_name: "Hopper", email: `answers.${++people}@example.com` },
      ...(answers === undefined ? {} : { answers })
    }
  })
const permit = { question_id: "permit", value: true }

describe("the questions of a job (recruiting 4)", () => {
  it("are shown as they were written, are replaced as a whole, and are removed by null", async () => {
    const id = await jobWith({ questions })
    const shown = async () => membersOf(await call("GET", `/v1/jobs/${id}`, { token }))["questions"]
    assert.deepStrictEqual(await shown(), questions)
    await patchJob(id, { questions: questions.slice(0, 1) })
    assert.deepStrictEqual(await shown(), questions.slice(0, 1))
    await patchJob(id, { questions: null })
    assert.isUndefined(await shown())
  })

  it("that contradict themselves are refused where they do", async () => {
    const [first] = questions
    assert.deepStrictEqual(
      mistakesOf(await patchJob(job, { questions: [first, { ...first, type: "SINGLE_SELECT" }] })),
      ["body /questions/1/id duplicate", "body /questions/1/options required"]
    )
  })
})

describe("the answers of a submission (recruiting 4)", () => {
  it.for<[what: string, answers: unknown, mistakes: ReadonlyArray<string>]>([
    ["none, where one is required", undefined, ["body /answers required"]],
    ["another type", [{ question_id: "permit", value: "yes" }], ["body /answers/0/value type"]],
    [
      "no option of the question",
      [permit, { question_id: "skills", value: ["ts", "go"] }],
      ["body /answers/1/value/1 not_allowed"]
    ],
    [
      "a question of another job",
      [permit, { question_id: "other", value: 1 }],
      ["body /answers/1/question_id unknown"]
    ],
    ["a question twice", [permit, permit], ["body /answers/1/question_id duplicate"]],
    ["a value of no kind", [permit, permit, permit, { question_id: "why", value: {} }], ["body /answers/3/value type"]]
  ])("are refused for %s", async ([, answers, mistakes]) =>
    assert.deepStrictEqual(mistakesOf(await submit(answers)), [...mistakes])
  )

  it("are kept as they were asked, whatever becomes of the questions", async () => {
    const id = await jobWith({ questions })
    const answers = [{ question_id: "skills", value: ["sql", "ts"] }, permit]
    const application = idOf(await submit(answers, id))
    await patchJob(id, { questions: null })
    const read = membersOf(await call("GET", `/v1/applications/${application}`, { token }))
    assert.deepStrictEqual(read["answers"], [
      { question_id: "permit", text: questions[0]?.text, type: "YES_NO", value: true },
      {
        question_id: "skills",
        text: questions[1]?.text,
        type: "MULTI_SELECT",
        value: ["sql", "ts"],
        labels: ["SQL", "TypeScript"]
      }
    ])
    assert.deepStrictEqual(
      mistakesOf(await call("PATCH", `/v1/applications/${application}`, { token, json: { answers: [] } })),
      ["body /answers not_allowed"]
    )
  })

  it("are absent where the job asks nothing", async () => {
    const answer = await submit([], await jobWith({}))
    assert.strictEqual(answer.status, 201, answer.text)
    assert.notProperty(membersOf(answer), "answers")
  })

  it("that make an event too large are left out of it, and named", async () => {
    const { cursor } = feedPageOf(await call("GET", "/v1/events?start=latest", { token }))
    const questions = ["a", "b", "c"].map((id) => ({ id, text: "😀".repeat(500), type: "LONG_TEXT", required: false }))
    const id = await jobWith({ questions })
    const application = idOf(
      await submit(
        questions.map((one) => ({ question_id: one.id, value: "😀".repeat(5_000) })),
        id
      )
    )
    const { content } = feedPageOf(await call("GET", `/v1/events?cursor=${cursor}`, { token }))
    const event = JSON.stringify(content.find(({ type }) => type === "application.submitted"))
    assert.include(event, '"omitted":["answers"]')
    assert.include(event, application)
    assert.notInclude(event, "😀")
    assert.lengthOf(Object(membersOf(await call("GET", `/v1/applications/${application}`, { token }))["answers"]), 3)
  })
})
