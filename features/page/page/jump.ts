// A jump to another configuration page: it is opened before this one is left, so that nobody ends on a page that is gone.
import { toast } from '../../../ui/toast.tsx'
import { pageText } from './text.ts'

type Jump = {
  load: () => Promise<unknown>
  go: () => void
  onFault?: (fault: { message: string; code: number }) => void
}

/** Jumps of one page: the last one counts. */
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
          message: pageText.t('jumpFailed', { reason: fault.message ?? String(fault) }),
          code: fault.code ?? 0,
        })
    },
    /** The page is left: what is still under way leads nowhere. */
    leave() {
      last += 1
    },
  }
}
