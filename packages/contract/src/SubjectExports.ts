/**
 * The export of every record about a person (extension; recruiting 9).
 */
import { NewSubjectExport, SubjectRecord } from "@partner-api/domain/SubjectExport"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { employers } from "./declare/Declaration.ts"
import { lines } from "./declare/Lines.ts"
import { ScopedAccess } from "./Middleware.ts"

export class SubjectExports extends HttpApiGroup.make("subjectExports")
  .add(
    lines("create", "/v1/subject_exports", {
      title: "Get the records of a person",
      description:
        "Every record about a person that the employer sees, one a line: applications, files without their bytes, messages, links, waiting mails, audit log and events. The last line is the end: without it, the export is not whole.",
      access: employers("privacy:manage"),
      extension: "privacy.export",
      command: "partner privacy export grace@example.com --out grace.ndjson",
      payload: NewSubjectExport,
      line: SubjectRecord
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Subject exports", description: "Records about a person" })) {}
