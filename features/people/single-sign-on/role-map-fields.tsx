// Form fields that map values of the claim to roles, in order.
import { Form, Input, Select } from 'antd'
import { limits } from '../../../contract/limits.ts'
import { IconAct, PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { signOnText } from './text.ts'

type Option = { value: string; label: string; disabled?: boolean }

export function RoleMapFields({ options }: { options: Option[] }) {
  const t = useText(signOnText)
  const needed = (message: string) => [{ required: true, whitespace: true, message }]
  return (
    <Form.List name="roleMap">
      {(rows, { add, remove }) => (
        <>
          <ul className="sign-on-values">
            {rows.map(({ key, name }) => (
              <li key={key}>
                <Form.Item name={[name, 'value']} rules={needed(t('value'))} noStyle={false}>
                  <Input
                    aria-label={t('value')}
                    placeholder={t('value')}
                    maxLength={limits.signOnValueLength}
                    autoComplete="off"
                  />
                </Form.Item>
                <Form.Item name={[name, 'gives']} rules={needed(t('gives'))}>
                  <Select
                    aria-label={t('gives')}
                    placeholder={t('gives')}
                    options={options}
                    showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
                  />
                </Form.Item>
                <IconAct icon="trash" label={t('removeValue')} onClick={() => remove(name)} />
              </li>
            ))}
          </ul>
          <PlainAct icon="plus" onClick={() => add({})}>
            {t('addValue')}
          </PlainAct>
        </>
      )}
    </Form.List>
  )
}
