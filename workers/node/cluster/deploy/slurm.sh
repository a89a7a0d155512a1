#!/bin/bash
# Workers of Prospect as an array of Slurm jobs, each on a node of its own, until nothing has come for two minutes:
#   export PROSPECT_REDIS=redis://:password@redis-host:6379 PROSPECT_DATA=/shared PROSPECT=/opt/prospect
#   sbatch --array=0-15 slurm.sh
#   npx prospect run plan.json --redis "$PROSPECT_REDIS"
# An array job that is ended, preempted or put back in the queue loses nothing: its parts are given to others.
#SBATCH --job-name=prospect
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --signal=TERM@60
set -euo pipefail
exec srun --cpus-per-task="${SLURM_CPUS_PER_TASK:-1}" node "$PROSPECT/dist-node/prospect.mjs" worker \
  --redis "$PROSPECT_REDIS" --data "$PROSPECT_DATA" --threads "${SLURM_CPUS_PER_TASK:-1}" --idle "${PROSPECT_IDLE:-120}"
