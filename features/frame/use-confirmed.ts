// A call that deletes or ends something: it asks for confirmation first, and shows a message afterwards.
import { useMutation } from '@tanstack/react-query'
import { mutationOf } from '../../contract/call.ts'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'

type Question<Output> = Omit<Parameters<typeof confirm>[0], 'danger'> & {
  /** The message after success; without it the changed list is the answer. */
  done?: string | ((output: Output) => string)
}

/**
 * `const remove = useConfirmed(deleteScene)`: `remove({ id }, { title, act, target, note, done })` asks, sends the call,
 * and shows `done`. An error appears in a toast.
 */
export function useConfirmed<E extends Endpoint>(
  endpoint: E,
): (input: InputOf<E>, question: Question<OutputOf<E>>) => Promise<void> {
  const { mutate } = useMutation(mutationOf(endpoint))
  return async (input, { done, ...question }) => {
    if (!(await confirm({ ...question, danger: true }))) return
    mutate(input, {
      onSuccess: (output) => {
        if (done !== undefined) toast.good(typeof done === 'function' ? done(output) : done)
      },
    })
  }
}
