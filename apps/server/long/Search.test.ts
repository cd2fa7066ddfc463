/** Ten thousand generated queries find on both engines what the rule of the domain finds. */
import { searchesAgree } from "../verify/GeneratedSearches.ts"

searchesAgree(10_000)
