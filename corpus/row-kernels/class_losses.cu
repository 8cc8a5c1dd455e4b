// loss[r] is the log of the sum of the exponentials of row r of scores, less the score of that row at labels[r], for r
// below rows. A label is a number of a column.
// Launch: a thread a row, blocks of 64 threads in one dimension.

__global__ void score_of_the_label(const float *scores, const int *labels, float *loss, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *row = scores + r * n;
    float m = row[0];
    for (int j = 1; j < n; j++)
        m = fmaxf(m, row[j]);
    float sum = 0.0f;
    for (int j = 0; j < n; j++)
        sum += expf(row[j] - m);
    loss[r] = logf(sum) + m - row[labels[r]];
}

__global__ void score_before_the_label(const float *scores, const int *labels, float *loss, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *row = scores + r * n;
    float m = row[0];
    for (int j = 1; j < n; j++)
        m = fmaxf(m, row[j]);
    float sum = 0.0f;
    for (int j = 0; j < n; j++)
        sum += expf(row[j] - m);
    int label = labels[r] > 0 ? labels[r] - 1 : 0;
    loss[r] = logf(sum) + m - row[label];
}

__global__ void label_of_the_block(const float *scores, const int *labels, float *loss, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *row = scores + r * n;
    float m = row[0];
    for (int j = 1; j < n; j++)
        m = fmaxf(m, row[j]);
    float sum = 0.0f;
    for (int j = 0; j < n; j++)
        sum += expf(row[j] - m);
    loss[r] = logf(sum) + m - row[labels[blockIdx.x]];
}
