// A page may hold many widgets that read the past: all of them together ask for a few things at once, well below what
// the platform allows an account, so that its other screens are answered too.
import { createTurns } from '../../../core/turns.ts'

export const heavyTurns = createTurns(3)
