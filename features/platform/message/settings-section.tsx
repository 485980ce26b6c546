import { Checkbox } from 'antd'
import { useLanguage } from '../../../ui/language.ts'
import { useMay } from '../../../ui/me.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { receivedTypes } from '../../frame/message-types.ts'
import { SettingChoice } from '../open/user-config-choice.tsx'
import type { SettingsSection } from '../open/user-config-section.ts'
import { useSetting } from '../open/user-config-setting.ts'
import { messageTypes } from './contract.ts'
import { ring, say } from './remind.ts'
import { promptStyles } from './settings.ts'
import { messageText } from './text.ts'

const styleWords = { sound: 'sound', title: 'titleStyle', alter: 'alter' } as const

function Ticks<V extends string>({
  name,
  note,
  value,
  options,
  onChange,
}: {
  name: string
  note: string
  value: readonly V[]
  options: readonly { value: V; label: string }[]
  onChange: (value: V[]) => void
}) {
  return (
    <fieldset className="setting message-ticks">
      <div>
        <b>{name}</b>
        <p>{note}</p>
      </div>
      <Checkbox.Group<V>
        value={[...value]}
        options={[...options]}
        // The choices are in the order of the options, and not in the order of the clicks.
        onChange={(ticked) => onChange(options.map((each) => each.value).filter((each) => ticked.includes(each)))}
        aria-label={name}
      />
    </fieldset>
  )
}

function Messages() {
  const t = useText(messageText)
  const language = useLanguage()
  const received = receivedTypes(useMay())
  const [styles, setStyles] = useSetting('promptType')
  const [types, setTypes] = useSetting('messageTypes')
  const [speaks, setSpeaks] = useSetting('speaksMessages')
  const listen = () => {
    ring()
    if (speaks) void say(t('tried'), language)
  }
  return (
    <>
      <Ticks
        name={t('types')}
        note={t('typesNote')}
        value={types.filter((type) => received.includes(type))}
        options={received.map((value) => ({ value, label: t(value) }))}
        // A type that is not offered keeps its setting.
        onChange={(ticked) =>
          setTypes(messageTypes.filter((type) => (received.includes(type) ? ticked : types).includes(type)))
        }
      />
      <Ticks
        name={t('styles')}
        note={t('stylesNote')}
        value={styles}
        options={promptStyles.map((value) => ({ value, label: t(styleWords[value]) }))}
        onChange={setStyles}
      />
      <SettingChoice
        name={t('speech')}
        note={t('speechNote')}
        value={speaks ? 'on' : 'off'}
        options={[
          { value: 'on', label: t('on') },
          { value: 'off', label: t('off') },
        ]}
        onChange={(value) => setSpeaks(value === 'on')}
      />
      <PlainAct icon="bell" onClick={listen}>
        {t('trySound')}
      </PlainAct>
    </>
  )
}

export default [
  { place: 5, may: 'signedIn', label: { en: 'Messages', 'zh-cn': '消息' }, Body: Messages },
] satisfies SettingsSection[]
