// A setting of the account, for pages of other rooms.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { useMay } from '../../../ui/me.ts'
import { queryUserConfig, type SettingKey, saveUserConfig, type UserSettings } from '../user-config/contract.ts'
import { settingsOf } from '../user-config/rules.ts'

const query = queryOf(queryUserConfig, {})

/**
 * The stored settings of the account. Until they have loaded, `useSetting` returns defaults: do not save values derived
 * from these.
 */
export const useSettingsQuery = () => useQuery({ ...query, staleTime: 60_000, enabled: useMay()('signedIn') })

/**
 * The value of a setting, or its default until loaded, and a function that saves it. `onSaved` is called after the
 * platform has stored it.
 */
export function useSetting<K extends SettingKey>(
  key: K,
  onSaved?: (value: UserSettings[K]) => void,
): [UserSettings[K], (value: UserSettings[K]) => void] {
  const { data } = useSettingsQuery()
  const queries = useQueryClient()
  const { mutate, variables, isPending } = useMutation({
    ...mutationOf(saveUserConfig),
    // Stores the result until the settings are loaded again, so that a further change is based on it.
    onSuccess: (_, { settings }) =>
      queries.setQueryData(query.queryKey, (known: object | undefined) => ({ ...known, ...settings })),
  })
  const stored = settingsOf(data)[key]
  const asked = isPending ? (variables.settings[key] as UserSettings[K]) : undefined
  const save = (value: UserSettings[K]) => mutate({ settings: { [key]: value } }, { onSuccess: () => onSaved?.(value) })
  return [asked === undefined ? stored : asked, save]
}
