/** Two thousand generated queries find on both engines what the rule of the domain finds. */
import { searchesAgree } from "./GeneratedSearches.ts"

searchesAgree(2_000)
