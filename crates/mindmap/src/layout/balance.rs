//! Sides of branches.

use super::visible::size;
use super::{Spacing, Tree};
use espalier_model::mindmap::Side;

/// The side of every child of a root, `None` for all other nodes.
///
/// A child that has a side keeps it. Where none has one, the first stand on the right and the rest on the left, divided
/// so that both are about as high; further ones go where there is less. Hidden nodes count like others, so that folding
/// moves nothing to the other side.
pub fn balanced_sides(tree: &Tree<'_>, spacing: &Spacing) -> Vec<Option<Side>> {
    let count = tree.parents.len();
    let weights = weights(tree, spacing);
    let mut sides: Vec<Option<Side>> = vec![None; count];
    // For each root, the children it has.
    let mut roots: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut numbers = vec![usize::MAX; count];
    for node in 0..count {
        match tree.parent(node) {
            None => {
                numbers[node] = roots.len();
                roots.push((node, Vec::new()));
            }
            Some(parent) if numbers[parent] != usize::MAX => roots[numbers[parent]].1.push(node),
            Some(_) => {}
        }
    }
    for (_, children) in &roots {
        divide(tree, children, &weights, &mut sides);
    }
    sides
}

/// Approximate height of each branch.
fn weights(tree: &Tree<'_>, spacing: &Spacing) -> Vec<f64> {
    let count = tree.parents.len();
    let mut below = vec![0.0_f64; count];
    for node in (0..count).rev() {
        let own = size(tree.heights, node) + spacing.sibling;
        below[node] = below[node].max(own);
        if let Some(parent) = tree.parent(node) {
            let weight = below[node];
            below[parent] += weight;
        }
    }
    below
}

fn divide(tree: &Tree<'_>, children: &[usize], weights: &[f64], sides: &mut [Option<Side>]) {
    let kept = |child: usize| tree.sides.get(child).copied().flatten();
    let total: f64 = children.iter().map(|&child| weights[child]).sum();
    if children.iter().all(|&child| kept(child).is_none()) {
        let mut above = 0.0;
        for &child in children {
            // It goes to the side on which more of it lies.
            let is_right = above + weights[child] / 2.0 <= total / 2.0;
            sides[child] = Some(if is_right { Side::Right } else { Side::Left });
            above += weights[child];
        }
        return;
    }
    let (mut right, mut left) = (0.0, 0.0);
    for &child in children {
        sides[child] = kept(child);
        match sides[child] {
            Some(Side::Right) => right += weights[child],
            Some(Side::Left) => left += weights[child],
            None => {}
        }
    }
    for &child in children {
        if sides[child].is_some() {
            continue;
        }
        let (side, sum) = if right <= left { (Side::Right, &mut right) } else { (Side::Left, &mut left) };
        *sum += weights[child];
        sides[child] = Some(side);
    }
}
