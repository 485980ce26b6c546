// Why an action is refused, in the user's language, from the fault of a room's rules.
import { type Details, type ErrorName, errorCode, errorText } from '../contract/errors.ts'
import { useLanguage } from './language.ts'

/** Returns the reason of a fault as text: `const reason = useReason(); <Act why={reason(cannotAdd(groups, id))}>` */
export function useReason(): (fault: ErrorName | undefined, details?: Details) => string | undefined {
  const language = useLanguage()
  return (fault, details) => fault && errorText(errorCode(fault), language, details)
}
