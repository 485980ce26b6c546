// Asks the first administrator of a fresh installation for its time zone and language.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import './setup.css'
import { formOf } from '../../../contract/call.ts'
import type { Language } from '../../../contract/errors.ts'
import { SelectField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { language, languages, setLanguage } from '../../../ui/language.ts'
import { reloadMe, useMe } from '../../../ui/me.ts'
import { useTurn } from '../../../ui/modal-turn.ts'
import { useText } from '../../../ui/words.ts'
import { zoneOptions } from '../../../ui/zone-options.ts'
import { saveFirstSettings } from './contract.ts'
import { onboardingText } from './text.ts'

export default function FirstSettings() {
  const t = useText(onboardingText)
  const me = useMe()
  const [isLater, setLater] = useState(false)
  const isShown = useTurn(!isLater)
  const { mutateAsync } = useMutation(formOf(saveFirstSettings))
  const queries = useQueryClient()
  if (!me || !isShown) return null
  const done = async (chosen: Language) => {
    // A language file that replaces texts of the chosen language stays on screen.
    if (chosen !== language()) setLanguage(chosen)
    await reloadMe()
    await queries.invalidateQueries()
  }
  return (
    <Modal
      open
      className="first-settings"
      title={t('firstSettings')}
      width={440}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => setLater(true)}
    >
      <p className="first-settings-note">{t('firstSettingsNote')}</p>
      <FormFrame<{ zone: string; language: Language }, Language>
        initial={{ zone: me.zone, language: language() }}
        onSubmit={async (values) => {
          await mutateAsync(values)
          return values.language
        }}
        onDone={(chosen) => void done(chosen)}
      >
        <SelectField name="zone" label={t('zone')} options={zoneOptions} required />
        <SelectField name="language" label={t('language')} options={languages} required />
      </FormFrame>
    </Modal>
  )
}
