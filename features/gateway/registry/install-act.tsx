// Shows how to install the agent of a registered gateway, whose secret is no longer shown.
import { Modal } from 'antd'
import { useState } from 'react'
import './registry.css'
import { Act } from '../../../ui/act.tsx'
import { useText } from '../../../ui/words.ts'
import { registerText } from './register-text.ts'
import { Commands } from './secret-dialog.tsx'

export function InstallAct({ sn }: { sn: string }) {
  const t = useText(registerText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Act may="gateway:view" icon="download" onClick={() => setOpen(true)}>
        {t('agentAct')}
      </Act>
      {isOpen && (
        <Modal open title={t('agentTitle', { sn })} width={680} footer={null} onCancel={() => setOpen(false)}>
          <p className="registry-note">{t('agentAbout')}</p>
          <dl className="once-told">
            <Commands sn={sn} />
          </dl>
          <p className="registry-note">{t('agentSecret')}</p>
        </Modal>
      )}
    </>
  )
}
