import '../help/help-mark.css'
import { Icon } from '../../../ui/icon.tsx'
import { useMay } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { firstHelp, helpOf } from '../help/rules.ts'
import { helpText } from '../help/text.ts'

/** Opens the help page about the current screen; `apart`: in a separate window, so that unsaved work stays open. */
export function HelpMark({ apart = false }: { apart?: boolean }) {
  const t = useText(helpText)
  const { path } = usePlace()
  const to = `/help/${helpOf(path, firstHelp(useMay()))}`
  if (apart)
    return (
      <a href={to} target="_blank" rel="noreferrer" className="icon-act" aria-label={t('ofScreen')}>
        <Icon name="help" />
      </a>
    )
  return (
    <Go to={to} className="icon-act help-mark" label={t('ofScreen')}>
      <Icon name="help" />
    </Go>
  )
}
