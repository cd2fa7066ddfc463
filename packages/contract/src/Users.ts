/**
 * Users of the organization (spec 4.7; decisions, Resources).
 */
import { UserId } from "@partner-api/domain/Ids"
import { NewUser, User, UserPatch } from "@partner-api/domain/User"
import { UserFilter } from "@partner-api/domain/UserFilter"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { filteredList } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { create, createdAt, patch } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const params = { userId: UserId }

export class Users extends HttpApiGroup.make("users")
  .add(
    filteredList("list", "/v1/users", {
      title: "List users",
      description: "The users of the organization, ordered by id, page by page.",
      access: scoped("users:read"),
      extension: "users.read",
      command: "partner users list --limit 10",
      items: User,
      filter: UserFilter.fields
    }),
    create("create", "/v1/users", {
      title: "Add a user",
      description:
        "Adds a user to the organization. Identifier and timestamps are kept when given and made when absent.",
      access: scoped("users:write"),
      command: "partner users add --first-name Grace --last-name Hopper --email grace@example.com",
      payload: NewUser,
      success: createdAt(User, "The address of the new user")
    }),
    read("get", "/v1/users/:userId", {
      title: "Get a user",
      description: "One user of the organization.",
      access: scoped("users:read"),
      extension: "users.read",
      command: "partner users get {userId}",
      params,
      success: User
    }),
    patch("update", "/v1/users/:userId", {
      title: "Change a user",
      description: "Changes a user and answers with all of it.",
      access: scoped("users:write"),
      extension: "users.write",
      params,
      payload: UserPatch,
      success: User
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Users", description: "People of the organization" })) {}
