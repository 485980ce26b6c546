// Copies an address that opens the page at the current moment, also after the recipient signs in.
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { playbackText } from './text.ts'

export function CopyMoment({ at }: { at: number }) {
  const t = useText(playbackText)
  const { path, search } = usePlace()
  const copy = async () => {
    const address = new URL(withSearch(path, { ...search, at: Math.round(at) }), window.location.origin).href
    try {
      await navigator.clipboard.writeText(address)
      toast.good(t('momentCopied'))
    } catch {
      // The browser refuses to copy without permission or over plain http; the address of the page contains the moment
      // too.
      toast.bad({ message: uiText.t('notCopied') })
    }
  }
  return (
    <PlainAct kind="link" icon="link" onClick={() => void copy()}>
      {t('copyMoment')}
    </PlainAct>
  )
}
