// A jump to another configuration page: the target loads before the current page is left, so that a failure keeps the
// user on a working page.
import { toast } from '../../../ui/toast.tsx'
import { pageLiveText } from './text.ts'

type Jump = {
  load: () => Promise<unknown>
  go: () => void
  onFault?: (fault: { message: string; code: number }) => void
}

/** Jumps of one page: the last one wins. */
export function createJumps() {
  let last = 0
  return {
    async jump({ load, go, onFault = toast.bad }: Jump): Promise<void> {
      last += 1
      const mine = last
      const fault = await load().then(
        () => undefined,
        (error: unknown) => error as { message?: string; code?: number },
      )
      if (mine !== last) return
      if (fault === undefined) go()
      else
        onFault({
          message: pageLiveText.t('jumpFailed', { reason: fault.message ?? String(fault) }),
          code: fault.code ?? 0,
        })
    },
    /** Cancels pending jumps when the page is left. */
    leave() {
      last += 1
    },
  }
}
