// Limits the simultaneous history queries of all widgets of a page to well below the account's limit, so that other
// screens are served too.
import { createTurns } from '../../../core/turns.ts'

export const heavyTurns = createTurns(3)
