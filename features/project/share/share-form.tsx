// The form that shares a device or a project, or changes its share.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShareMenu } from '../../../contract/share-menus.ts'
import { drawPassword } from '../../../core/draw-password.ts'
import { ChoiceField, SelectField, SwitchField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useMay } from '../../../ui/me.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { ShareInfo } from './contract.ts'
import { originOf, sharePassword } from './rules.ts'
import { editShare, isDevice, menusOf, renewLink, type SharedThing, setPassword } from './share-of.ts'
import { shareText } from './text.ts'

/** Secrets that are shown only once. */
export type Made = { token?: string; password?: string }

type Values = {
  menus: ShareMenu[]
  right: 'view' | 'write'
  topMenu: boolean
  expiresAt: string
  sharePwd: string
  ancestors: string
}

const dayMs = 24 * 3600_000
const expiries = [
  ['1', 'day'],
  ['7', 'days7'],
  ['30', 'days30'],
  ['365', 'year'],
  ['', 'never'],
] as const
const same = 'same'

const sitesOf = (text: string): string[] => text.split(/[\s,;，；]+/).filter(Boolean)

export function ShareForm({
  of,
  info,
  zone,
  onMade,
  onClose,
}: {
  of: SharedThing
  info: ShareInfo
  zone: string
  onMade: (made: Made) => void
  onClose: () => void
}) {
  const t = useText(shareText)
  const may = useMay()
  const submit = useShare(of, info)
  const [initial] = useState(() => initialOf(info))
  const own = initial.expiresAt === same ? [{ value: same, label: formatTime(info.expiresAt, zone) }] : []
  return (
    <FormDrawer<Values, Made>
      open
      title={t(info.isShared ? 'changeTitle' : isDevice(of) ? 'shareTitle' : 'shareProjectTitle')}
      initial={initial}
      act={t(info.isShared ? 'save' : 'share')}
      width={480}
      onSubmit={submit}
      onDone={(made) => (made.token || made.password ? onMade(made) : toast.good(t('saved')))}
      onClose={onClose}
    >
      <SelectField
        name="menus"
        label={t('shows')}
        required
        multiple
        note={t(isDevice(of) ? 'showsNote' : 'showsProjectNote')}
        options={menusOf(of).map((menu) => ({
          value: menu,
          label: t(menu),
          disabled: menu === 'history' && !may('history:view'),
        }))}
      />
      <ChoiceField
        name="right"
        label={t('right')}
        note={may('signal:write') ? t(isDevice(of) ? 'rightNote' : 'rightProjectNote') : t('noWriteNote')}
        options={(['view', 'write'] as const)
          .filter((right) => right === 'view' || may('signal:write'))
          .map((value) => ({ value, label: t(value) }))}
      />
      <SelectField
        name="expiresAt"
        label={t('ends')}
        options={[...own, ...expiries.map(([value, word]) => ({ value: value as string, label: t(word) }))]}
      />
      <TextField
        name="sharePwd"
        label={t('password')}
        required={!info.hasPassword}
        note={t(info.hasPassword ? 'passwordKeep' : 'passwordNote')}
        rules={[{ pattern: sharePassword, message: t('passwordRule') }]}
      />
      <SwitchField name="topMenu" label={t('topMenu')} note={t('topMenuNote')} />
      <TextField
        name="ancestors"
        label={t('frames')}
        placeholder="https://intranet.example"
        note={t('framesNote')}
        rules={[
          {
            validator: async (_, text: string) => {
              const wrong = sitesOf(text).find((each) => originOf(each) === undefined)
              if (wrong !== undefined) throw new Error(t('frameWrong', { site: wrong }))
            },
          },
        ]}
      />
    </FormDrawer>
  )
}

const initialOf = (info: ShareInfo): Values => ({
  menus: [...info.menus],
  right: info.mayWrite ? 'write' : 'view',
  topMenu: info.topMenu,
  expiresAt: info.expiresAt !== null ? same : info.isShared ? '' : '30',
  sharePwd: info.hasPassword ? '' : drawPassword(),
  ancestors: info.ancestors.join(' '),
})

/**
 * Saves the link first, then the password, then the share itself, so that entering is impossible before all is stored.
 */
function useShare(of: SharedThing, info: ShareInfo) {
  const { mutateAsync: save } = useMutation({
    mutationFn: async ({ menus, right, topMenu, expiresAt, sharePwd, ancestors }: Values): Promise<Made> => {
      // An earlier link cannot be shown again, so sharing again generates a new one. The link is renewed first, because
      // setting the first password of an object that was never shared would already share it.
      const token = info.isShared ? undefined : (await renewLink(of)).token
      if (sharePwd) await setPassword(of, sharePwd)
      const end = expiresAt === same ? info.expiresAt : expiresAt === '' ? null : Date.now() + Number(expiresAt) * dayMs
      const shown = { topMenu, menus: [...menus], mayWrite: right === 'write', ancestors: sitesOf(ancestors) }
      await editShare(of, { isShared: true, expiresAt: end, ...shown })
      return { ...(token ? { token } : {}), ...(sharePwd ? { password: sharePwd } : {}) }
    },
    meta: { faults: 'form' },
  })
  return save
}
