// Form fields for what a device page shows, and for the visibility of the device. [S3 Device]
import { Form } from 'antd'
import { limits } from '../../../contract/limits.ts'
import { ChoiceField, FieldPair, SwitchField, TextField } from '../../../ui/fields.tsx'
import { useMay } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { equipmentText } from './text.ts'

export function ShownFields() {
  const t = useText(equipmentText)
  const mode = Form.useWatch('defaultValueMode') as string | undefined
  return (
    <>
      <h2>{t('display')}</h2>
      <FieldPair>
        <ChoiceField
          name="defaultValueMode"
          label={t('defaultValueMode')}
          options={[
            { value: 'last', label: t('valueLast') },
            { value: 'custom', label: t('valueCustom') },
          ]}
          note={t('defaultValueNote')}
        />
        <TextField
          name="defaultValue"
          label={t('defaultValue')}
          max={limits.defaultValueLength}
          disabled={mode !== 'custom'}
          note={mode === 'custom' ? t('defaultValueEmpty') : t('defaultValueUnused')}
        />
      </FieldPair>
      <SwitchField name="menuBar" label={t('menuBar')} note={t('menuBarNote')} />
    </>
  )
}

/** The fields that decide who sees a device; read-only without the grant permission. */
export function SeenFields() {
  const t = useText(equipmentText)
  const mayNot = !useMay()('grant:edit')
  return (
    <>
      <h2>{t('whoSees')}</h2>
      {mayNot && <p className="equipment-note">{t('whoSeesFixed')}</p>}
      <SwitchField name="publicFlag" label={t('publicFlag')} note={t('publicNote')} disabled={mayNot} />
      <fieldset className="equipment-fields" disabled={mayNot}>
        <FieldPair>
          <ChoiceField
            name="dataRule"
            label={t('dataRule')}
            options={[
              { value: 'range', label: t('ruleRange') },
              { value: 'named', label: t('ruleNamed') },
            ]}
            note={t('dataRuleNote')}
          />
          <TextField
            name="securityZone"
            label={t('securityZone')}
            max={30}
            note={t('securityZoneNote')}
            disabled={mayNot}
          />
        </FieldPair>
      </fieldset>
    </>
  )
}
