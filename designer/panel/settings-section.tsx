// The author's settings for the designer: stored in this browser, not in the page. [S3 Designer local config]
import { useState } from 'react'
import { useText } from '../../ui/words.ts'
import { type LocalConfig, saveIntervals, setLocalConfig, useLocalConfig } from '../local-config.ts'
import { NumberBox } from './number-box.tsx'
import { Note, Row, Section } from './row.tsx'
import { ChoiceBox, FlagBox } from './simple-boxes.tsx'
import { panelText } from './text.ts'

const shownTexts = [
  { value: 'signalName', label: { en: "Variable's name", 'zh-cn': '变量名称' } },
  { value: 'sample', label: { en: 'Sample value', 'zh-cn': '示例值' } },
  { value: 'value', label: { en: 'Live or last value', 'zh-cn': '实时值或最近值' } },
]

const whole = (value: unknown) => ({ value, isMixed: false })

export function SettingsSection() {
  const t = useText(panelText)
  const [fault, setFault] = useState<string>()
  const { autoSave, saveInterval, dataTextShow } = useLocalConfig()
  return (
    <Section label={t('settings')}>
      <Row label={t('autoSave')} isFlag>
        {(id) => <FlagBox id={id} shared={whole(autoSave)} onChange={(next) => setLocalConfig({ autoSave: next })} />}
      </Row>
      <Row label={t('saveInterval')} fault={fault}>
        {(id) => (
          <NumberBox
            id={id}
            shared={whole(saveInterval)}
            {...saveIntervals}
            unit={t('minutes')}
            onFault={setFault}
            onChange={(minutes) => setLocalConfig({ saveInterval: Math.round(minutes) })}
          />
        )}
      </Row>
      <Row label={t('dataTextShow')}>
        {(id) => (
          <ChoiceBox
            id={id}
            shared={whole(dataTextShow)}
            options={shownTexts}
            onChange={(next) => setLocalConfig({ dataTextShow: next as LocalConfig['dataTextShow'] })}
          />
        )}
      </Row>
      <Note>{t('settingsNote')}</Note>
    </Section>
  )
}
