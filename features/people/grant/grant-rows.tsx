// Authorisations as rows in which the right can be changed or withdrawn.
import { useMutation } from '@tanstack/react-query'
import { mutationOf } from '../../../contract/call.ts'
import { useMay } from '../../../ui/me.ts'
import { IconAct } from '../../../ui/plain.tsx'
import { joinWords, withHeading } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { deleteGrant, editGrant, type Grant } from './contract.ts'
import { grantText } from './text.ts'

/** View or write of one grant; plain text if it cannot be changed here. */
export function GrantRight({ grant, isFixed }: { grant: Grant; isFixed: boolean }) {
  const t = useText(grantText)
  const may = useMay()
  const shown = useName()
  const { mutate } = useMutation(mutationOf(editGrant))
  const write = t(grant.projectId === null ? 'writeShort' : 'editShort')
  if (isFixed || !may('grant:edit')) return <span>{grant.mayWrite ? write : t('view')}</span>
  return (
    <Segmented
      label={withHeading(t('right'), joinWords([shown(grant.subject), shown(grant.object)]))}
      value={grant.mayWrite ? 'write' : 'view'}
      options={[
        { value: 'view', label: t('view') },
        { value: 'write', label: write },
      ]}
      onChange={(right) => mutate({ id: grant.id, mayWrite: right === 'write' })}
    />
  )
}

export function Withdraw({ grant }: { grant: Grant }) {
  const t = useText(grantText)
  const may = useMay()
  const shown = useName()
  const withdraw = useConfirmed(deleteGrant)
  const names = { object: shown(grant.object), subject: shown(grant.subject) }
  const askWithdraw = () => {
    const target = `${names.object} → ${names.subject}`
    const question = { title: t('withdrawTitle'), act: t('withdraw'), target, note: t('withdrawNote') }
    return withdraw({ id: grant.id }, { ...question, done: t('withdrawn', names) })
  }
  return (
    <IconAct
      icon="close"
      label={withHeading(t('withdraw'), joinWords([names.object, names.subject]))}
      disabled={!may('grant:edit')}
      onClick={() => void askWithdraw()}
    />
  )
}
