/**
 * A file of an application, for tests that send every endpoint a request.
 */
import { fillPath } from "@partner-api/contract/Path"
import { endpoints } from "@partner-api/contract/Endpoints"
import { type Call, textOf } from "./HttpCall.ts"
import type { CallServer } from "./nodes/Partner.ts"

/** A request with a file. It replaces no other one. */
export const fileCall: Call = {
  body: "Ten years of payroll.",
  headers: {
    "attachment-type": "OTHER",
    "content-disposition": "attachment; filename=cv.txt",
    "content-type": "text/plain"
  }
}

const [upload] = endpoints.filter(({ metadata }) => metadata.file === "request")

/** Adds a file to an application, and gives its id. */
export const addFile = async (call: CallServer, token: string, applicationId: string): Promise<string> =>
  textOf(await call("POST", fillPath(upload?.path ?? "", { applicationId }), { ...fileCall, token }), "id")
