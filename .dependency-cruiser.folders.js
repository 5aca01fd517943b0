import files from './.dependency-cruiser.js'

/**
 * No cycle between folders either, tests aside: what a folder is built on must not be built on it. A run of its own,
 * since a folder depends on whatever a file in it imports, and tests import everything.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-folder-cycle',
      comment: 'what two folders need of each other stands in a third',
      severity: 'error',
      scope: 'folder',
      from: {
        pathNot: [
          // Known ones, by types above all: ports beside what uses them, errors and paths of the vault at its root.
          '^src/main/service/(auth|http)$',
          '^src/main/visit(/machine|/view)?$',
          '^src/main/vault(/audit|/keys|/store)?$',
        ],
      },
      to: { circular: true },
    },
  ],
  options: {
    ...files.options,
    exclude: { path: [...files.options.exclude.path, '\\.test\\.ts$'] },
    skipAnalysisNotInRules: false,
  },
}
