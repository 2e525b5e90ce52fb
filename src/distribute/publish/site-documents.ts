/** Paths of the agent card: KCP §12 names the first, later A2A versions the second. */
export const agentCardPaths = ['.well-known/agent.json', '.well-known/agent-card.json'] as const

export const wellKnownPath = '.well-known/kcp.json'

interface SiteFacts {
  /** Of the project; absent where nothing of it is public. */
  readonly title?: string | undefined
  readonly kcpVersion: string
  /** Of the manifest. */
  readonly version?: string | undefined
}

/** KCP §1.4, §3.7. */
export const wellKnownDocument = ({ kcpVersion, title }: SiteFacts): object => ({
  kcp_version: kcpVersion,
  manifest: '/knowledge.yaml',
  ...(title === undefined ? {} : { title }),
  network: { role: 'standalone' },
})

/** An A2A card that points to the discovery document (KCP §12). A server adds how a caller authenticates. */
export const agentCard = (
  { title = 'lorefence', version = '0.0.0' }: SiteFacts,
  { origin, bearer = false }: { readonly origin: string; readonly bearer?: boolean },
): object => ({
  name: title,
  description: 'Declared knowledge for agents. Each unit says what reading it requires.',
  url: `${origin}/`,
  version,
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [
    {
      id: 'read-knowledge',
      name: 'Read knowledge',
      description: 'Units of the manifest that the discovery document names.',
      tags: ['knowledge'],
    },
  ],
  ...(bearer ? { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, security: [{ bearer: [] }] } : {}),
  knowledgeManifest: '/.well-known/kcp.json',
})
