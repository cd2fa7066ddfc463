/**
 * Recruiting rules 4: the questions of a job and the answers of a submission. The jobs that are left behind are closed, the applications withdrawn.
 */
import { equal, expectMembers, expectStatus, membersOf } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import { act, path as applicationsPath } from "./Applications.ts"
import { add, patched } from "./JobWrites.ts"

const questions = [
  { id: "permit", text: "May you work here?", type: "YES_NO", required: true },
  { id: "skills", text: "Which?", type: "MULTI_SELECT", required: false, options: [{ id: "ts", label: "TypeScript" }] }
]

export const jobQuestions = [
  writing("rec-4.questions", "a job has questions, which a patch replaces as a whole", function* (session) {
    yield* session.needs("jobs.questions")
    const { answer, path } = yield* add(session, { questions })
    yield* expectMembers(answer, { questions: equal(questions) })
    const [first] = questions
    const wrong = [
      [[first, first], "body /questions/1/id duplicate"],
      [[{ ...first, type: "SINGLE_SELECT" }], "body /questions/0/options required"],
      [[{ ...first, id: "Permit" }], "body /questions/0/id format"]
    ] as const
    let refusal = ""
    for (const [json, detail] of wrong) {
      const refused = yield* session.call("PATCH", path, { json: { questions: json } })
      refusal = yield* expectRefusal(refused, "422 unprocessable_entity", detail)
    }
    yield* expectMembers(yield* patched(session, path, { questions: [first] }), { questions: equal([first]) })
    return `${answer.seen}, ${refusal} where they contradict themselves`
  }),

  writing(
    "rec-4.answers",
    "a submission answers the questions of its job, and keeps them as they were asked",
    function* (session) {
      yield* session.needs("jobs.questions")
      yield* session.needs("applications.write")
      const { members, path } = yield* add(session, { questions, status: "OPEN" })
      // No agency is assigned to the job.
      if (members["agency_access"] === "ASSIGNED") yield* patched(session, path, { agency_access: "ALL" })
      const { email, first_name, last_name } = session.newUser()
      const candidate = { email, first_name, last_name }
      const submission = { job_id: members["id"], agency_id: yield* session.agency, candidate }
      const submit = (answers: unknown) =>
        session.call("POST", applicationsPath, {
          json: answers === undefined ? submission : { ...submission, answers }
        })
      const wrong = [
        [undefined, "body /answers required"],
        [[{ question_id: "permit", value: "yes" }], "body /answers/0/value type"],
        [[{ question_id: "other", value: true }], "body /answers/0/question_id unknown"]
      ] as const
      let refusal = ""
      for (const [answers, detail] of wrong) {
        refusal = yield* expectRefusal(yield* submit(answers), "422 unprocessable_entity", detail)
      }
      const answer = yield* submit([
        { question_id: "permit", value: true },
        { question_id: "skills", value: ["ts"] }
      ])
      yield* expectStatus(answer, 201)
      yield* patched(session, path, { questions: null, status: "CLOSED" })
      const id = String(membersOf(answer.json)["id"])
      const read = yield* session.call("GET", `${applicationsPath}/${id}`)
      const kept = [
        { question_id: "permit", text: "May you work here?", type: "YES_NO", value: true },
        { question_id: "skills", text: "Which?", type: "MULTI_SELECT", value: ["ts"], labels: ["TypeScript"] }
      ]
      yield* expectMembers(read, { answers: equal(kept) })
      yield* act(session, id, { action: "withdraw" })
      return `${answer.seen}, ${refusal} for others`
    }
  )
]
