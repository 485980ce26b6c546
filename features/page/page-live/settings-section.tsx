import { useText } from '../../../ui/words.ts'
import { SettingChoice } from '../../platform/open/user-config-choice.tsx'
import type { SettingsSection } from '../../platform/open/user-config-section.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { pageFits } from './page-scale.ts'
import { pageLiveText } from './text.ts'

const words = { whole: 'fitWhole', width: 'fitWidth', none: 'fitNone' } as const

function PageFit() {
  const t = useText(pageLiveText)
  const [fit, setFit] = useSetting('scadaAdaption')
  const options = pageFits.map((value) => ({ value, label: t(words[value]) }))
  return <SettingChoice name={t('fitName')} note={t('fitNote')} value={fit} options={options} onChange={setFit} />
}

export default [
  { place: 10, may: 'monitor:view', label: { en: 'Configuration pages', 'zh-cn': '组态页面' }, Body: PageFit },
] satisfies SettingsSection[]
