// Form for a new key: its name, expiry and permissions.
import { useMutation, useQuery } from '@tanstack/react-query'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { Field, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useText } from '../../../ui/words.ts'
import { addApiKey, queryKeyRights } from './contract.ts'
import { type RightGroup, useRightGroups } from './rights.ts'
import { apiKeyText } from './text.ts'

const dayMs = 24 * 3600_000
const expiries = [
  ['30', 'days30'],
  ['90', 'days90'],
  ['365', 'year'],
  ['730', 'years2'],
  ['', 'never'],
] as const

type Values = { name: string; days: string; auths: Permission[] }

const inputOf = ({ name, days, auths }: Values) => ({
  name,
  auths,
  expiresAt: days === '' ? null : Date.now() + Number(days) * dayMs,
})

export function AddKey({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const t = useText(apiKeyText)
  const { data: rights } = useQuery(queryOf(queryKeyRights, {}))
  const groups = useRightGroups(rights ?? [])
  const { mutateAsync: add } = useMutation(formOf(addApiKey))
  return (
    <FormDrawer<Values, OutputOf<typeof addApiKey>>
      open
      title={t('add')}
      initial={{ name: '', days: '365', auths: [] }}
      act={t('addAct')}
      width={480}
      onSubmit={(values) => add(inputOf(values))}
      onDone={({ key }) => onMade(key)}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('name')}
        placeholder={t('namePlaceholder')}
        required
        max={limits.apiKeyNameLength}
      />
      <SelectField
        name="days"
        label={t('expiry')}
        options={expiries.map(([value, word]) => ({ value, label: t(word) }))}
      />
      <Field
        name="auths"
        label={t('chooseRights')}
        note={t(rights?.length === 0 ? 'noRights' : 'rightsNote')}
        rules={[{ type: 'array', min: 1, message: t('rightsRequired') }]}
      >
        <RightChoices groups={groups} />
      </Field>
    </FormDrawer>
  )
}

/** The form passes value and onChange. */
function RightChoices({
  groups,
  value = [],
  onChange,
}: {
  groups: readonly RightGroup[]
  value?: readonly Permission[]
  onChange?: (value: Permission[]) => void
}) {
  const choose = (key: Permission, isOn: boolean) =>
    onChange?.(isOn ? [...value, key] : value.filter((each) => each !== key))
  return (
    <div className="key-rights">
      {groups.map(({ page, title, rights }) => (
        <fieldset key={page}>
          <legend>{title}</legend>
          {rights.map(({ key, word }) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={value.includes(key)}
                onChange={(event) => choose(key, event.target.checked)}
              />
              {word}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
