// Returns the outcome of a command to rooms of lower wings.
import { call } from '../../../contract/call.ts'
import type { OutcomeQuery } from '../../frame/command-outcome.ts'
import { commandCallback } from './contract.ts'

const query: OutcomeQuery = (uuid) => call(commandCallback, { uuid })

export default query
