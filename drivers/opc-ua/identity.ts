// The identity of the gateway for OPC UA servers: its certificate, generated on first use and then kept, so that a
// server has to accept it only once. Its key never leaves the gateway.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

// Loaded with the first connection, so that programs without OPC UA do not load it.
const { crypto_utils: crypto } = await import('node-opcua-client')

const Kept = z.object({ applicationUri: z.string(), certificate: z.string(), key: z.string() })

export type Identity = {
  applicationUri: string
  certificate: Buffer
  key: ReturnType<typeof crypto.makePrivateKeyFromPem>
}

const years = 20
export const applicationName = 'Gatehouse gateway'

/** Hex in capitals, as other programs show it. */
export const sha256Of = (certificate: Uint8Array): string =>
  createHash('sha256').update(certificate).digest('hex').toUpperCase()
export const sha1Of = (certificate: Uint8Array): string =>
  createHash('sha1').update(certificate).digest('hex').toUpperCase()

const being = new Map<string, Promise<Identity>>()

/** The identity stored in this folder, generated if there is none. */
export function identityIn(home: string): Promise<Identity> {
  const known = being.get(home)
  if (known) return known
  const made = load(home)
  being.set(home, made)
  // After a failure, such as a full disk, the next connection tries again.
  made.catch(() => being.delete(home))
  return made
}

async function load(home: string): Promise<Identity> {
  const path = join(home, 'identity.json')
  // Only a missing file leads to a new identity. Any other error may be temporary, and every server would have to
  // accept a new identity again.
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const kept = text === undefined ? undefined : Kept.safeParse(parsed(text)).data
  const { applicationUri, certificate, key } = kept ?? (await make(home, path))
  return {
    applicationUri,
    certificate: Buffer.from(certificate, 'base64'),
    key: crypto.makePrivateKeyFromPem(key),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function make(home: string, path: string): Promise<z.output<typeof Kept>> {
  const applicationUri = `urn:gatehouse:gateway:${randomBytes(8).toString('hex')}`
  const pair = await crypto.generatePrivateKey(2048)
  const { cert } = await crypto.createSelfSignedCertificate({
    privateKey: pair,
    subject: `CN=${applicationName}`,
    applicationUri,
    dns: ['gatehouse-gateway'],
    notBefore: new Date(),
    validity: 365 * years,
    purpose: crypto.CertificatePurpose.ForApplication,
  })
  const { privPem } = await crypto.privateKeyToPEM(pair)
  const kept = { applicationUri, certificate: crypto.convertPEMtoDER(cert).toString('base64'), key: privPem }
  await mkdir(home, { recursive: true, mode: 0o700 })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(kept))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  return kept
}
