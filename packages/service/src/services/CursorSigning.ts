/**
 * Signs cursors with the keys that all nodes share, and checks them.
 */
import type { CursorSigner } from "@partner-api/domain/Cursor"
import { InternalError } from "@partner-api/domain/Errors"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeCursorSigner } from "../crypto/Secrets.ts"
import { CursorKeys } from "../store/CursorKeys.ts"

export class CursorSigning extends Context.Service<CursorSigning, CursorSigner>()(
  "@partner-api/service/CursorSigning"
) {
  static readonly layer = Layer.effect(
    CursorSigning,
    Effect.gen(function* () {
      const keys = yield* (yield* CursorKeys).all
      if (!Arr.isReadonlyArrayNonEmpty(keys)) {
        return yield* new InternalError({ message: "The database holds no key for cursors." })
      }
      return CursorSigning.of(makeCursorSigner(keys))
    })
  )
}
