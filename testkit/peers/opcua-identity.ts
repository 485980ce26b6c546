// The certificate of a test's OPC UA server, and the options that all these servers share.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  crypto_utils as crypto,
  StatusCodes,
  setDebugLogger,
  setErrorLogger,
  setWarningLogger,
} from 'node-opcua-client'
import type { OPCUAServerOptions } from 'node-opcua-server'

for (const set of [setDebugLogger, setErrorLogger, setWarningLogger]) set(() => undefined)

const applicationUri = 'urn:gatehouse:test:server'

type ServerIdentity = {
  certificate: Buffer
  certificateFile: string
  privateKeyFile: string
  /** Removes the files of the identity. */
  remove(): Promise<void>
}

export async function serverIdentity(): Promise<ServerIdentity> {
  const pair = await crypto.generatePrivateKey(2048)
  const { cert } = await crypto.createSelfSignedCertificate({
    privateKey: pair,
    subject: 'CN=Test server',
    applicationUri,
    dns: ['localhost'],
    ip: ['127.0.0.1'],
    notBefore: new Date(),
    validity: 365,
    purpose: crypto.CertificatePurpose.ForApplication,
  })
  const folder = await mkdtemp(join(tmpdir(), 'opcua-server-'))
  const [certificateFile, privateKeyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  await writeFile(certificateFile, cert)
  await writeFile(privateKeyFile, (await crypto.privateKeyToPEM(pair)).privPem, { mode: 0o600 })
  const certificate = crypto.convertPEMtoDER(cert)
  return { certificate, certificateFile, privateKeyFile, remove: () => rm(folder, { recursive: true }) }
}

/** Options of a server on a port of the loopback, which trusts every client. */
export const serverOptions = (
  port: number,
  { certificateFile, privateKeyFile }: ServerIdentity,
): OPCUAServerOptions => ({
  port,
  host: '127.0.0.1',
  hostname: '127.0.0.1',
  serverInfo: { applicationUri },
  certificateFile,
  privateKeyFile,
  serverCertificateManager: trusting() as never,
  userCertificateManager: trusting() as never,
})

/** Accepts every certificate: which clients connect is not tested here. */
const trusting = () => {
  const nothing = async () => undefined
  const good = async () => StatusCodes.Good
  return {
    referenceCounter: 0,
    initialize: nothing,
    dispose: nothing,
    checkCertificate: good,
    verifyCertificate: async () => 'Good',
    getTrustStatus: good,
    trustCertificate: nothing,
    rejectCertificate: nothing,
    addIssuer: nothing,
    addRevocationList: nothing,
  }
}
